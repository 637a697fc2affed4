// Walks through the setup wizard as a teacher would, one step per function.
import { PASSWORD, PASTED } from './people.mjs';

/** Who installs the portal; not on the pasted list, as the head teacher mostly is not. */
export const INSTALLER = '刘建国';

export async function begin(page, url) {
  await page.goto(url);
  await page.getByRole('heading', { name: '欢迎使用班级门户' }).waitFor();
}

export async function fillAccount(page, { name = INSTALLER, netName = '刘老师', leads = true } = {}) {
  await page.getByLabel('你的姓名').fill(name);
  await page.getByLabel('网名').fill(netName);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再输一次密码').fill(PASSWORD);
  await page.getByRole('switch', { name: '我是班主任' }).setChecked(leads, { force: true });
  await next(page);
}

export async function fillSchool(page) {
  await page.getByLabel('入学年份').fill('26');
  await page.getByLabel('班级号').fill('1');
  await next(page);
}

export async function fillList(page, text = PASTED) {
  await page.getByLabel('名单', { exact: true }).fill(text);
}

export async function showOptions(page) {
  await next(page);
  await page.getByRole('heading', { name: '同学们怎样注册' }).waitFor();
}

export async function showPreview(page) {
  await next(page);
  await page.getByRole('cell', { name: '260100' }).waitFor();
}

export async function save(page) {
  await page.getByRole('button', { name: '保存并完成' }).click();
  await page.getByRole('heading', { name: '设置完成' }).waitFor();
}

export async function next(page) {
  await page.getByRole('button', { name: '下一步', exact: true }).click();
}
