// Walks through the first hour of a class, from an empty folder, and takes the pictures of docs/first-hour.md on the way.
// It starts the built server by itself, as the browser tests do. A step that fails is named at the end; the rest goes on.
//   cargo xtask test --only web-build,build
//   node scripts/take-first-hour.mjs [the numbers of the pictures to take, as in 04 17]
import { device } from '../e2e/lib/browser.mjs';
import { PASSWORD, register } from '../e2e/lib/people.mjs';
import { startPortal, stopPortals } from '../e2e/lib/portal.mjs';
import * as wizard from '../e2e/lib/wizard.mjs';
import { classAtWork } from './first-hour/class-at-work.mjs';
import { browser, failed, picture, take } from './first-hour/pictures.mjs';

try {
  await newClass();
  await classAtWork();
} finally {
  await browser.close();
  await stopPortals();
}
if (failed.length > 0) throw new Error(`no picture of ${failed.join(', ')}`);

/** From the empty folder to a class of 46. */
async function newClass() {
  const portal = await startPortal();
  // A fixed port, which the addresses of the page to project name.
  await portal.kill();
  await portal.restart();
  const names = await setUpByHand(portal);
  await picture('11-name-not-listed', { portal, size: 'phone', path: '/register' }, async (page) => {
    await page.getByLabel('真实姓名').fill(`${names[0]}一`);
    await page.getByLabel('网名').fill('小夏');
    await page.getByLabel('认领码').fill('AAAA-BBBB');
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByLabel('再输一次密码').fill(PASSWORD);
    await page.getByRole('button', { name: '注册并登录' }).click();
    await page.getByText('名单里没有').waitFor();
  });
  await picture('12-reset-by-name', { portal, size: 'phone', path: '/reset' }, async (page) => {
    await page.getByLabel('姓名或学号').fill(names[0]);
  });
  await picture('03-first-desktop-teacher', { portal, who: wizard.INSTALLER });
  await picture('05-first-desktop-panel', { portal, who: wizard.INSTALLER, size: 'panel' });
  await picture('29-who-is-missing', { portal, who: wizard.INSTALLER, path: '/app/admin/members' }, async (page) => {
    await page.getByText(names[3]).first().waitFor();
  });
  await portal.stop();
}

/** The wizard with a block of a spreadsheet, and the page that is projected; answers the names of the pupils. */
async function setUpByHand(portal) {
  const names = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚'].map(
    (family, i) => `${family}${'子轩雨桐思远若溪浩然'.slice((i % 5) * 2, (i % 5) * 2 + 2)}`,
  );
  const rows = names.map(
    (name, i) => `${i + 1}\t2026${String(i + 1).padStart(3, '0')}\t${name}\t${i % 2 ? '女' : '男'}\t138000000${10 + i}`,
  );
  const block = ['高一(1)班学生名单', '序号\t学号\t姓名\t性别\t电话', ...rows].join('\n');
  const context = await device(browser, 'desktop', { glass: true });
  const page = await context.newPage();
  await wizard.begin(page, portal.url);
  await page.getByLabel('你的姓名').fill(wizard.INSTALLER);
  await take(page, '07-who-are-you');
  await wizard.fillAccount(page);
  await page.getByLabel('学校').fill('实验中学');
  await wizard.fillSchool(page);
  await wizard.fillList(page, names.slice(0, 12).join('、'));
  await page.getByText('已识别').first().waitFor();
  await take(page, '04-names-in-one-line');
  await wizard.fillList(page, block);
  await page.getByText('已识别 45 人').first().waitFor();
  await take(page, '04-block-of-a-spreadsheet');
  await wizard.showOptions(page);
  await take(page, '01-claim-codes-and-window');
  await wizard.showPreview(page);
  await take(page, '02-an-administrator-is-there');
  await wizard.save(page);
  await take(page, '02-set-up-and-signed-in');
  await page.getByRole('button', { name: '打开集中注册页' }).click();
  await page.getByText('还差 45 人').waitFor();
  const { data } = await (await page.context().request.get(`${portal.url}/api/admin/enrolment`)).json();
  const codes = new Map(data.classes[0].members.map(({ real_name, claim_code }) => [real_name, claim_code]));
  for (const [i, name] of names.slice(0, 38).entries()) await register(portal, name, `同学${i + 1}`, codes.get(name));
  await page.getByText('还差 7 人').waitFor();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await take(page, '01-page-to-project');
  await context.close();
  return names;
}
