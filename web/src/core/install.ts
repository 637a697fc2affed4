// Installing the portal as an app of the device, where the browser offers that: on secure pages only.
import { shallowRef } from 'vue';

/** What Chromium sends when the portal could be installed. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

/** The browser's offer, until it was used; a browser that has no such thing never makes one. */
export const installOffer = shallowRef<InstallOffer>();

/** Keeps the offer for a moment when someone asks for it; called once by main, since it comes early and once. */
export function startInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.value = event as InstallOffer;
  });
  window.addEventListener('appinstalled', () => (installOffer.value = undefined));
}

/** Shows the browser's own question. An offer can be used once; after a refusal the browser makes another. */
export async function install(): Promise<void> {
  const offer = installOffer.value;
  installOffer.value = undefined;
  await offer?.prompt();
}

/** Whether this is Safari of a phone or tablet, which makes no offer, and shows the portal as a page. */
export function installsByHand(browser: Navigator & { standalone?: boolean } = navigator): boolean {
  const isTouchMac = /Macintosh/.test(browser.userAgent) && browser.maxTouchPoints > 1;
  return browser.standalone === false && (/iPhone|iPad|iPod/.test(browser.userAgent) || isTouchMac);
}
