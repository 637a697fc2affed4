// The member's own pictures: avatar, wallpapers, and for class admins the photo of the class.
import { api, send } from '@/api/client';
import { refreshPictures, setAvatar, type OwnPicture } from '@/core/follow-pictures';
import { user } from '@/core/session';
import { shrinkPicture } from '@/core/shrink-picture';
import { uploadFile } from '@/core/upload';

/** What the server takes as an avatar, in bytes. */
export const MAX_AVATAR_BYTES = 30_000;
/** A panel has so many pixels, and nothing shows more. */
const WALLPAPER_SIDE = 2560;
const MAX_WALLPAPER_BYTES = 5 * 1024 * 1024;

/** Makes a picture that has been cut already the member's avatar. */
export async function saveAvatar(picture: Blob): Promise<void> {
  const { hash } = await uploadFile(picture, 'avatar.jpg');
  const { url } = await send(api.PUT('/api/pictures/avatar', { body: { hash } }));
  if (user.value) setAvatar(user.value.user_id, url);
}

/** Goes back to the letter on a colour. */
export async function removeAvatar(): Promise<void> {
  await send(api.DELETE('/api/pictures/avatar'));
  if (user.value) setAvatar(user.value.user_id, null);
}

/** Adds a wallpaper that nobody else sees. Throws `NotAPicture` for what the browser cannot open. */
export async function addWallpaper(file: File): Promise<OwnPicture> {
  return addUploaded(await uploaded(file));
}

/** Adds an upload as a wallpaper; one that was deleted a moment ago is still there, for a day. */
export async function addUploaded(hash: string): Promise<OwnPicture> {
  const picture = await send(api.POST('/api/pictures/wallpapers', { body: { hash } }));
  await refreshPictures();
  return picture;
}

/** Deletes a wallpaper of one's own. */
export async function removeWallpaper(hash: string): Promise<void> {
  await send(api.DELETE('/api/pictures/wallpapers/{hash}', { params: { path: { hash } } }));
  await refreshPictures();
}

/** Makes a picture the photo of the class. Throws `NotAPicture` for what the browser cannot open. */
export async function setClassPhoto(file: File): Promise<void> {
  await send(api.PUT('/api/pictures/class-photo', { body: { hash: await uploaded(file) } }));
  await refreshPictures();
}

/** Deletes the photo of the class. */
export async function removeClassPhoto(): Promise<void> {
  await send(api.DELETE('/api/pictures/class-photo'));
  await refreshPictures();
}

async function uploaded(file: File): Promise<string> {
  const picture = await shrinkPicture(file, WALLPAPER_SIDE, MAX_WALLPAPER_BYTES);
  return (await uploadFile(picture, file.name)).hash;
}
