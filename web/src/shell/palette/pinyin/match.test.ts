// Names by pinyin.
import { beforeAll, expect, it } from 'vitest';
import { pinyinScore } from './match';
import { learnFor } from './readings';

beforeAll(() => learnFor(['张璟玥']));

it('finds a name by syllables, initials and a mixture of both', () => {
  for (const typed of ['chensy', 'csy', 'chen', 'c', 'chensiyuan', 'Chen Siyuan', 'chsyuan', "chen'si"])
    expect(pinyinScore('陈思远', typed), typed).toBe(4);
  for (const typed of ['siyuan', 'sy', 'yuan']) expect(pinyinScore('陈思远', typed), typed).toBe(2);
  for (const typed of ['hen', 'cy', 'chensiyuanx', 'enSi', '陈', '', '1']) expect(pinyinScore('陈思远', typed)).toBe(0);
});

it('knows how surnames are read', () => {
  const surnames = {
    单: 'shan',
    曾: 'zeng',
    仇: 'qiu',
    解: 'xie',
    区: 'ou',
    查: 'zha',
    朴: 'piao',
    任: 'ren',
    尉迟: 'yuchi',
  };
  for (const [surname, read] of Object.entries(surnames))
    expect(pinyinScore(`${surname}明`, `${read}m`), surname).toBe(4);
});

it('takes ü in each way that people type it', () => {
  for (const typed of ['lvbu', 'lübu', 'lubu', 'lyubu']) expect(pinyinScore('吕布', typed), typed).toBe(4);
});

it('knows rare characters of given names, and names that mix letters', () => {
  expect(pinyinScore('张璟玥', 'zhangjy')).toBe(4);
  expect(pinyinScore('张璟玥', 'jingyue')).toBe(2);
  expect(pinyinScore('小A同学', 'xatx')).toBe(4);
  expect(pinyinScore('Alice', 'ali')).toBe(0);
});
