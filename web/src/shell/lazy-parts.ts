// The parts of the shell that are not on the first picture of the desktop.
import { afterFirstPicture } from '@/core/later';
import type { LoadView } from '@/core/manifest';
import { toast } from '@/core/toast';
import { t } from '@/i18n';
import { editing, pendingDrag } from './grid/state';
import { lazyPart, type LazyPart } from './lazy-part';
import { openPanel } from './panels';

const panel = (load: LoadView, tell?: () => void): LazyPart => lazyPart(load, () => openPanel(''), tell);

/**
 * Windows: fetched before the others, since any tap on an icon needs them. One that was asked for in vain stays
 * wanted, with its address: it shows once the server is back.
 */
export const openWindows = lazyPart(
  () => import('./windows/OpenWindows.vue'),
  () => undefined,
);
export const wallpaperMedia = lazyPart(afterFirstPicture(() => import('./wallpaper/WallpaperMedia.vue')));
/** Nobody has done anything yet that a message would answer. */
export const toastList = lazyPart(afterFirstPicture(() => import('./ToastList.vue')));
/** Early: it tells that a change of the layout could not be saved, and that an exam is on. */
export const banners = lazyPart(afterFirstPicture(() => import('./DesktopBanners.vue')));
/** The screens in place of the desktop. */
export const setupWizard = lazyPart(() => import('./setup/SetupWizard.vue'));
export const enrolmentScreen = lazyPart(() => import('./enrolment/EnrolmentScreen.vue'));
export const authScreen = lazyPart(() => import('./auth/AuthScreen.vue'));
export const banScreen = lazyPart(() => import('./BanScreen.vue'));
export const expiredDialog = lazyPart(() => import('./auth/ExpiredDialog.vue'));
export const lockScreen = lazyPart(() => import('./lock/LockScreen.vue'));
export const urgentScreen = lazyPart(() => import('./urgent/UrgentScreen.vue'));
export const noticeIsland = lazyPart(() => import('./island/NoticeIsland.vue'));
export const conflictDialog = lazyPart(() => import('./edit/ConflictDialog.vue'));
export const appDrawer = panel(() => import('./AppDrawer.vue'));
export const searchPalette = panel(
  () => import('./palette/SearchPalette.vue'),
  () => toast(t('part.search'), { kind: 'error' }),
);
export const accountMenu = panel(() => import('./account/AccountMenu.vue'));
export const contextMenu = panel(() => import('./context-menu/ContextMenu.vue'));
export const noticesPanel = panel(() => import('./notifications/NotificationsPanel.vue'));
export const editOverlay = lazyPart(() => import('./edit/EditOverlay.vue'));
export const editMode = lazyPart(
  // The tools are of no use without what they put over the widgets.
  async () => ((await editOverlay.fetch()) ? import('./edit/EditMode.vue') : Promise.reject(new Error('away'))),
  () => {
    editing.value = false;
    pendingDrag.value = null;
  },
);

/** What is fetched while the desktop is idle, what is missed most first. */
export const lazyParts: readonly LazyPart[] = [
  lockScreen,
  appDrawer,
  searchPalette,
  editMode,
  noticeIsland,
  noticesPanel,
  accountMenu,
  contextMenu,
  conflictDialog,
  urgentScreen,
  // What follows the end of a session.
  authScreen,
  expiredDialog,
];
