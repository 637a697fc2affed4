// Start of the portal: page-wide services, the apps' manifests, then the root component.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { createApp } from 'vue';
import { registerBuiltIn, type AppManifest } from './core/apps';
import { pingServer, serverOffline, startConnection } from './core/connection';
import { startDevice } from './core/device';
import { isTyping, startIdle } from './core/idle';
import { startHotkeys } from './core/hotkeys';
import { textsReady } from './core/i18n';
import { startInstall } from './core/install';
import { firstPicture } from './core/later';
import { startLive } from './core/live';
import { startLock } from './core/lock';
import { startMotion } from './core/motion';
import { startPerf } from './core/perf';
import { loadPortalInfo } from './core/portal-info';
import { queryClient } from './core/query';
import { boot, phase, startSession } from './core/session';
import { startSharedComputer } from './core/shared-computer';
import { oncePer } from './core/storage';
import { startTheme } from './core/theme';
import PortalRoot from './shell/PortalRoot.vue';
import './styles/tokens.css';
import './styles/base.css';

// The shell knows apps by their manifests alone; a new folder is a new app.
const manifests = import.meta.glob<AppManifest>('./apps/*/manifest.ts', { eager: true, import: 'default' });
registerBuiltIn(Object.values(manifests), async () => (await import('./details')).default);

// A stylesheet that did not come would count as loaded at the next try; retryStyles in vite.config.ts is the
// other half.
document.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true);
// After an update the old chunks are gone: one reload fetches the new page, never a loop. A server
// that is offline has no new page either, and what is typed stays.
window.addEventListener('vite:preloadError', () => {
  void pingServer().then(() => {
    if (!serverOffline.value && !isTyping() && oncePer(60_000, 'reloaded-for-chunks')) location.reload();
  });
});

startTheme();
startDevice();
startPerf();
startMotion();
startIdle();
startLock();
startSharedComputer();
startHotkeys();
startInstall();
startSession();
startConnection();
startLive();

const started = boot();
// Guests see the names at once; a member's desktop has more urgent questions first.
void started.then(() => (phase.value === 'member' ? firstPicture() : undefined)).then(loadPortalInfo);
// English texts of the shell are a chunk of their own; the first frame waits for them.
void textsReady().then(() => {
  createApp(PortalRoot).use(VueQueryPlugin, { queryClient }).mount('#app');
  return started;
});

/** The first picture and what the desktop fetches after it come before what is kept for another time. */
const CALM_MS = 10_000;
// Only secure pages have it.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.setTimeout(() => {
    void import('./service-worker/register').then(({ startShell }) => startShell()).catch(() => undefined);
    void import('./shell/install/hint').then(({ hintOnce }) => hintOnce()).catch(() => undefined);
  }, CALM_MS);
}
