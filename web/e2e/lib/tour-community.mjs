// The screens of the community and of those who moderate it, for the tours of tour.mjs. They are found by place and not
// by words, so that one tour goes through both languages.
import { loadAnew } from './desktop.mjs';
import { call, register, signIn } from './people.mjs';

/** Who moderates: the class head of the list. */
const HEAD = { real: '周明远', net: '周老师' };
const LONG_TEXT = [
  '# 一周食堂小结',
  '番茄炒蛋 **12 块**，汤可以续；排队的时候请不要占座，*谢谢*。',
  '- 周一：牛肉面\n- 周二：一个很长很长的没有空格的菜名红烧土豆焖排骨配米饭加一个卤蛋和一份青菜',
  '| 菜 | 价钱 |\n| --- | --- |\n| 牛肉面 | 12 |\n| 土豆焖排骨 | 15 |',
].join('\n\n');

/** What stood there when a portal was filled: the numbers of its posts. */
const filled = new WeakMap();

/** Writes posts, comments, a report and a word rule. `token` is who the tour signs in, `other` a classmate. */
export async function fillCommunity(portal, token, other) {
  const { token: head } = await register(portal, HEAD.real, HEAD.net);
  const write = (author, body) => call(portal, 'POST', '/api/community', { token: author, body });
  const comment = (author, post, body) =>
    call(portal, 'POST', `/api/community/${post.id}/comments`, { token: author, body });
  const food = await write(other, { type: 'food', title: '一周食堂小结', content: LONG_TEXT, tags: ['食堂', '午饭'] });
  const questions = [
    { kind: 'choice', text: '秋游去哪里', options: ['山上', '海边', '科技馆', '就在学校'], max_choices: 2 },
  ];
  const poll = await write(other, { type: 'poll', title: '秋游投票', content: '周五前投', poll: { questions } });
  await write(token, { type: 'forum', title: '', content: '谁捡到一支黑色的笔？', anonymous: true });
  const said = await comment(other, food, { content: '@夏天 你上次说的那家店还开着吗？' });
  await comment(token, food, { content: '开着，就是要排队', parent_id: said.id });
  await comment(other, food, { content: '排队的人都是笨蛋', anonymous: true });
  const report = { kind: 'comment', id: String(said.id), reason: '伤害他人：在评论里点名' };
  await call(portal, 'POST', '/api/moderation/reports', { token, body: report });
  const rule = { term: '笨蛋', matching: 'substring', effect: 'mask', exceptions: ['大笨蛋冰棍'] };
  await call(portal, 'POST', '/api/moderation/rules', { token: head, body: rule });
  filled.set(portal, { food: food.id, poll: poll.id });
}

/** Feed, posts, the form and a profile, as a member who is signed in. */
export async function tourOfCommunity(page, portal, visit) {
  const { food, poll } = filled.get(portal);
  const go = async (path, place) => {
    await loadAnew(page, portal, `#/app/${path}`);
    await page.locator(place).first().waitFor({ state: 'attached' });
  };
  await go('community', 'article[data-id]');
  await visit('community');
  await go(`community/${food}`, 'article[data-comment]');
  await visit('community-post');
  await go(`community/${poll}`, 'article input[type=checkbox], article [role=checkbox]');
  await visit('community-poll');
  await go('community/new', 'form textarea');
  await visit('community-form');
  await go('community/user/260102', '[role=dialog] h2, [role=dialog] h3');
  await visit('community-profile');
  await go('settings/moderation', '[role=tabpanel]');
  await visit('settings-moderation');
}

/** The queue, a case, and the word rules, as whoever moderates. */
export async function tourOfModerator(page, portal, visit) {
  await signIn(page.context(), portal, HEAD.net);
  const go = async (path, place) => {
    await loadAnew(page, portal, `#/app/admin/moderation${path}`);
    await page.locator(place).first().waitFor({ state: 'attached' });
  };
  await go('', '[role=tabpanel] li > button');
  await visit('moderation');
  await page.locator('[role=tabpanel] li > button').first().click();
  await page.locator('[role=dialog] blockquote, [role=dialog] form').first().waitFor();
  await visit('moderation-case');
  await go('/rules', '[role=tabpanel] li');
  await visit('moderation-rules');
}
