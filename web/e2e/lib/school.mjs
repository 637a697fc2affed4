// Two classes with everybody that the console deals with: an admin of all classes, class admins, an
// officer, members, and someone who has not registered.
import { call, register } from './people.mjs';

export const ADMIN = '林知夏';
export const CLASS_ADMIN = '周明远';
export const OFFICER = '陈默';
const FIRST = [
  CLASS_ADMIN,
  ADMIN,
  OFFICER,
  '许安然',
  '沈听澜',
  '李雷',
  '韩梅梅',
  '王小明',
  '赵一鸣',
  '钱多多',
  '孙悦',
  '吴思远',
];
const LATE = '阿卜杜拉·买买提艾力·吐尔逊';
const CODE = 'mountain-river-42';
const SECOND = ['郑爽朗', '冯远征'];

/** Sets the portal up; answers the tokens by real name. */
export async function school(portal) {
  const row = (real_name, i) => ({
    real_name,
    gender: i % 2 ? 'female' : 'male',
    ...(real_name === CLASS_ADMIN && { is_class_admin: true }),
  });
  const pre_records = { class01: [...FIRST, LATE].map(row), class02: SECOND.map(row) };
  const saved = { cohort: '26', pre_records, admin_user_ids: ['260101'], settings: { admin_claim_code: CODE } };
  await call(portal, 'POST', '/api/setup/save', { body: saved });
  // With CLAIM_CODES=1 everybody has a code, which the first admin then reads from the list.
  const tokens = { [ADMIN]: (await register(portal, ADMIN, '夏天', CODE)).token };
  const list = await call(portal, 'GET', '/api/admin/pre-records', { token: tokens[ADMIN] });
  const codes = new Map(
    Object.values(list.pre_records)
      .flat()
      .map((one) => [one.real_name, one.claim_code]),
  );
  for (const [i, name] of [...FIRST, ...SECOND].entries()) {
    if (name === ADMIN) continue;
    const code = name === CLASS_ADMIN ? CODE : codes.get(name);
    tokens[name] = (await register(portal, name, `网名${i}`, code)).token;
  }
  const rights = ['manage_users', 'manage_announcements', 'manage_officers'];
  const body = { user_id: '260102', title: '学习委员', permissions: rights };
  await call(portal, 'POST', '/api/admin/officers', { token: tokens[ADMIN], body });
  return tokens;
}
