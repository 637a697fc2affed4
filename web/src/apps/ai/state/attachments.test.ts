// Files of a question: uploaded as soon as they are chosen, and kept with the draft.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { enter, forget } from '@/core/session';
import { uploadFile, type UploadedFile } from '@/core/upload';
import { addFiles, filesAt, draftKeyOf, removeFile, retryFile, setFiles, takeFiles } from './attachments';

vi.mock('@/core/upload');

const note = (name = '笔记.txt', words = '惯性'): File => new File([words], name, { type: 'text/plain' });
const uploaded = (hash: string): UploadedFile => ({
  hash,
  ext: 'txt',
  size: 6,
  mime: 'text/plain',
  url: `/api/cloud/files/${hash}.txt`,
});
const settled = (): Promise<void> =>
  vi.waitFor(() => expect(filesAt('c').every((one) => one.uploaded ?? one.failure)).toBe(true));

beforeEach(async () => {
  forget();
  await nextTick();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  setFiles('c', []);
  vi.mocked(uploadFile).mockReset().mockResolvedValue(uploaded('ab'));
});

describe('a chosen file', () => {
  it('is uploaded at once, and given out once', async () => {
    expect(addFiles('c', [note()])).toBe('');
    expect(filesAt('c')[0]).toMatchObject({ name: '笔记.txt', progress: null, uploaded: null });
    await settled();
    expect(takeFiles('c')).toEqual([
      { hash: 'ab', name: '笔记.txt', size: 6, mime: 'text/plain', url: '/api/cloud/files/ab.txt' },
    ]);
    expect([filesAt('c'), takeFiles('c')]).toEqual([[], []]);
  });

  it('says why it is not there, and is tried again where that may help', async () => {
    vi.mocked(uploadFile).mockRejectedValueOnce(new ApiFailure(409, '空间用完了'));
    addFiles('c', [note(), new File([new Uint8Array([0, 1])], 'a.bin')]);
    await settled();
    expect(filesAt('c').map(({ failure, retriable }) => [failure, retriable])).toEqual([
      ['空间用完了', true],
      ['只能读图片和纯文本文件', false],
    ]);
    retryFile('c', filesAt('c')[0]?.id ?? '');
    await settled();
    expect(filesAt('c')[0]).toMatchObject({ failure: '', progress: 1 });
  });

  it('is one of four at most', () => {
    expect(
      addFiles(
        'c',
        ['1', '2', '3', '4', '5'].map((name) => note(name)),
      ),
    ).toContain('4');
    expect(filesAt('c')).toHaveLength(4);
  });

  it('that is taken out stops its upload', async () => {
    let signal: AbortSignal | undefined;
    vi.mocked(uploadFile).mockImplementation((_, __, options) => {
      ({ signal } = options ?? {});
      return new Promise(() => undefined);
    });
    addFiles('c', [note()]);
    await vi.waitFor(() => expect(signal).toBeDefined());
    removeFile('c', filesAt('c')[0]?.id ?? '');
    expect([signal?.aborted, filesAt('c')]).toEqual([true, []]);
  });
});

describe('the files of a draft', () => {
  it('are on the device, without those that are not uploaded', async () => {
    addFiles('c', [note(), new File([new Uint8Array([0])], 'a.bin')]);
    await settled();
    vi.resetModules();
    const { enter: enterAnew } = await import('@/core/session');
    enterAnew({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
    const anew = await import('./attachments');
    expect(anew.filesAt('c')).toMatchObject([{ name: '笔记.txt', uploaded: { hash: 'ab' } }]);
  });

  it('stay while an earlier question is edited with its own', () => {
    const file = { hash: 'cd', name: 'a.png', size: 1, mime: 'image/png', url: '/api/cloud/files/cd.png' };
    setFiles('c', [file]);
    setFiles(draftKeyOf('c', true), []);
    expect(filesAt('c')).toMatchObject([{ picture: '/api/cloud/files/cd?w=160', uploaded: file }]);
  });

  it('are nobody’s after a sign-out', async () => {
    setFiles('c', [{ hash: 'cd', name: 'a', size: 1, mime: 'text/plain', url: '' }]);
    forget();
    await nextTick();
    expect(filesAt('c')).toEqual([]);
  });
});
