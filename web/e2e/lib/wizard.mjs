// Walks through the setup wizard as a teacher would, one step per function.
import { PASTED } from './people.mjs';

export async function begin(page, url) {
  await page.goto(url);
  await page.getByRole('heading', { name: '欢迎使用班级门户' }).waitFor();
}

export async function fillClasses(page, text = PASTED) {
  await page.getByRole('button', { name: '开始设置' }).click();
  await page.getByLabel('入学年份').fill('26');
  await page.getByLabel('班级号').fill('1');
  await page.getByLabel('名单', { exact: true }).fill(text);
}

export async function fillAdmins(page) {
  await next(page);
  await page.getByLabel('1 班的班级管理员').selectOption({ label: '周明远' });
  await page.getByRole('checkbox', { name: '林知夏' }).check();
}

export async function showOptions(page) {
  await next(page);
  await page.getByRole('heading', { name: '选项' }).waitFor();
}

export async function showPreview(page) {
  await next(page);
  await page.getByRole('cell', { name: '260100' }).waitFor();
}

export async function save(page) {
  await page.getByRole('button', { name: '保存并完成' }).click();
  await page.getByRole('heading', { name: '设置完成' }).waitFor();
}

async function next(page) {
  await page.getByRole('button', { name: '下一步' }).click();
}
