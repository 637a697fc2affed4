// What a wallpaper setting shows.
import { afterEach, expect, it } from 'vitest';
import { classPhoto } from './pictures';
import { wallpaperSource } from './wallpaper';

afterEach(() => (classPhoto.value = ''));

const urlOf = (setting: string, hour = 12): string | undefined => wallpaperSource(setting, hour)?.url;

it('follows the time of day by default', () => {
  const drawn = [4, 5, 7, 8, 16, 17, 18, 19].map((hour) => /(\w+)\.svg$/.exec(urlOf('default', hour) ?? '')?.[1]);
  expect(drawn).toEqual(['night', 'dawn', 'dawn', 'sky', 'sky', 'dawn', 'dawn', 'night']);
});

it('shows the photo of the class once it is known, and the gradient without one', () => {
  expect(urlOf('class-photo')).toBeUndefined();
  classPhoto.value = '/api/cloud/files/ab.jpg';
  expect(urlOf('class-photo')).toBe('/api/cloud/files/ab.jpg');
});

it('follows no address of another site', () => {
  expect(urlOf('ocean')).toBe('/resources/builtin/wallpapers/ocean.svg');
  expect(wallpaperSource('/resources/wallpapers/sea.MP4', 12)?.kind).toBe('video');
  expect(wallpaperSource('/resources/wallpapers/%E5%A4%8F.jpg', 12)?.kind).toBe('image');
  const others = ['gradient', '', '//example.org/a.png', 'https://example.org/a.png', 'javascript:alert(1)'];
  for (const other of [...others, '/api/auth/logout', '/resources/..\\a', undefined])
    expect(wallpaperSource(other, 12)).toBeNull();
});
