// What becomes of a file before a model reads it.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blobOf, drawPicture, jpegWithin, NotAPicture } from '@/core/shrink-picture';
import { MAX_IMAGE_BYTES, MAX_TEXT_BYTES } from './limits';
import { isText, readable, UnreadableFile, type FileFault } from './readable';

vi.mock('@/core/shrink-picture', async (real) => ({
  ...(await real<typeof import('@/core/shrink-picture')>()),
  drawPicture: vi.fn(),
  blobOf: vi.fn(),
  jpegWithin: vi.fn(),
}));

const fileOf = (content: BlobPart, name: string, type = ''): File => new File([content], name, { type });
const sized = (size: number, type: string): Blob => new Blob([new Uint8Array(size)], { type });
const fault = (file: File): Promise<FileFault> =>
  readable(file).then(
    () => Promise.reject(new Error('readable')),
    (cause: unknown) => (cause as UnreadableFile).fault,
  );

beforeEach(() => {
  vi.mocked(drawPicture).mockResolvedValue({} as HTMLCanvasElement);
  vi.mocked(jpegWithin).mockResolvedValue(sized(10, 'image/jpeg'));
});

describe('a picture', () => {
  it('is a JPEG afterwards, unless it is a small PNG', async () => {
    vi.mocked(blobOf).mockResolvedValue(sized(1000, 'image/png'));
    expect(await readable(fileOf('x', '题.png', 'image/png'))).toMatchObject({ name: '题.png', isImage: true });
    vi.mocked(blobOf).mockResolvedValue(sized(400_000, 'image/png'));
    expect(await readable(fileOf('x', '题.png', 'image/png'))).toMatchObject({ name: '题.jpg', isImage: true });
    expect(await readable(fileOf('x', 'a.b.webp', 'image/webp'))).toMatchObject({ name: 'a.b.jpg' });
    expect(drawPicture).toHaveBeenLastCalledWith(expect.anything(), 1568);
    expect(jpegWithin).toHaveBeenLastCalledWith(expect.anything(), MAX_IMAGE_BYTES, 0.85);
  });

  it('that moves stays as it is, up to what the portal takes', async () => {
    const gif = fileOf('GIF89a', 'a.gif', 'image/gif');
    expect((await readable(gif)).blob).toBe(gif);
    expect(await fault(fileOf(new Uint8Array(MAX_IMAGE_BYTES + 1), 'a.gif', 'image/gif'))).toBe('image_large');
  });

  it('that the browser cannot open is told of', async () => {
    vi.mocked(drawPicture).mockRejectedValue(new NotAPicture());
    expect(await fault(fileOf('x', 'a.heic', 'image/heic'))).toBe('image');
  });
});

describe('a text', () => {
  it('is UTF-8 afterwards', async () => {
    const { blob, name, isImage } = await readable(fileOf(new Uint8Array([0xd6, 0xd0, 0xce, 0xc4]), '成绩.csv'));
    expect([await blob.text(), name, isImage]).toEqual(['中文', '成绩.csv', false]);
  });

  it('is one by what is in it, not by its name', async () => {
    expect((await readable(fileOf('fn main() {}', 'main.zig'))).isImage).toBe(false);
    expect(await fault(fileOf(new Uint8Array([0x50, 0x4b, 3, 4, 0]), '作文.txt'))).toBe('type');
    expect(isText('a\tb\r\n好')).toBe(true);
    expect(['a\0b', '\x1b[2J', '\ufffd'].some(isText)).toBe(false);
  });

  it('is neither empty nor too large', async () => {
    expect(await fault(fileOf('', 'a.txt'))).toBe('empty');
    expect(await fault(fileOf(' \n', 'a.txt'))).toBe('empty');
    expect(await fault(fileOf('x'.repeat(MAX_TEXT_BYTES + 1), 'a.md'))).toBe('text_large');
    expect(await fault(fileOf('x'.repeat(MAX_TEXT_BYTES + 1), 'a.docx'))).toBe('type');
  });
});
