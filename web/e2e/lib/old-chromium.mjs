// Chromium 80, the engine of the school tablets. The npm package chrome-aws-lambda carries it; the
// package is long unmaintained, so it is fetched on demand, checked against a known hash, kept in
// target/ and shown nothing but our own pages on this machine.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { launch } from '../../scripts/cdp.mjs';

const PACKAGE = 'chrome-aws-lambda@2.1.1';
const SHA_512 =
  '59eaf642eca0c6c0a8bf96ccdbef022daeaa62936c7390316139604e77b4d1a168c453f8f752c6251c4e42d1a762db093fa506e2907449faf04f23e72f2b352f';
const CACHE = fileURLToPath(new URL('../../../target/chromium-80/', import.meta.url));
const FETCH_MS = 120_000;
const WAIT_MS = 30_000;
const run = promisify(execFile);

/** Path of the browser; fetches it the first time. */
export async function oldChromium() {
  const binary = join(CACHE, 'chromium');
  if (existsSync(binary)) return binary;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], { timeout: FETCH_MS });
    const archive = join(folder, `${PACKAGE.replace('@', '-')}.tgz`);
    const found = createHash('sha512')
      .update(await readFile(archive))
      .digest('hex');
    if (found !== SHA_512) throw new Error(`its hash is ${found}, which nobody has checked`);
    await run('tar', ['-xzf', archive, '-C', folder, 'package/bin/chromium.br']);
    const packed = await readFile(join(folder, 'package', 'bin', 'chromium.br'));
    const part = join(folder, 'chromium');
    await writeFile(part, await promisify(brotliDecompress)(packed));
    await chmod(part, 0o755);
    await rename(part, binary);
  } catch (cause) {
    throw new Error(
      `Chromium 80 cannot be had from the npm package ${PACKAGE} (${cause.message.trim()}). ` +
        `Check the network and the npm registry, or put the browser at ${binary}.`,
      { cause },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return binary;
}

const open = new Set();

/** What failed tests keep of each open tablet: a picture, and what its page wrote to the console. */
export function tabletEvidence() {
  return Promise.all(
    [...open].map(async (page) => {
      const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
      return { picture: Buffer.from(data, 'base64'), lines: page.logs.join('\n') };
    }),
  );
}

/** Starts it with a page of a school tablet: 960×600 at two pixels per unit, touch. */
export async function openTablet() {
  const page = await launch(await oldChromium(), { width: 960, height: 600 });
  open.add(page);
  await page.send('Emulation.setDeviceMetricsOverride', {
    width: 960,
    height: 600,
    deviceScaleFactor: 2,
    mobile: false,
  });
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });

  /** Runs a function of ours inside the page. */
  const inside = (work, ...values) =>
    page.evaluate(`(${work})(${values.map((value) => JSON.stringify(value)).join()})`);

  /** Waits until the function answers something true inside the page. */
  async function until(what, work, ...values) {
    for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
      // While a page gives way to the next one there is nothing to ask.
      const answer = await inside(work, ...values).catch(() => null);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const shown = await inside(() => document.body.innerText.slice(0, 500));
    throw new Error(`${what} did not come; the page shows:\n${shown}\n${page.logs.join('\n')}`);
  }

  return {
    ...page,
    async close() {
      open.delete(page);
      await page.close();
    },
    inside,
    until,
    /** Loads an address afresh. */
    async goto(url) {
      await inside(() => (window.leaving = true));
      await page.send('Page.navigate', { url });
      await until(url, () => !window.leaving && document.readyState === 'complete');
    },
    /** Waits for a text anywhere on the page. */
    sees: (text) => until(`“${text}”`, (wanted) => document.body.innerText.includes(wanted), text),
    /** Scrolls to a button, link or label, as somebody does before a tap on what a list has further down. */
    scrollTo: (name) => until(`a button “${name}”`, scrollTo, name),
    /** Taps a button, link or label by its name, where a finger would. */
    async tap(name) {
      const point = await until(`a button “${name}”`, pointOf, name);
      const touch = (type, points) => page.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await touch('touchStart', [point]);
      await touch('touchEnd', []);
    },
    /** Puts the cursor into a field and types. */
    async type(label, text) {
      await until(`a field “${label}”`, focusField, label);
      await page.send('Input.insertText', { text });
    },
  };
}

function scrollTo(name) {
  const words = (element) => (element.getAttribute('aria-label') || element.innerText || '').trim();
  const target = [...document.querySelectorAll('button, a, label, [role=tab]')].find(
    (element) => words(element) === name,
  );
  if (target) target.scrollIntoView({ block: 'center' });
  return Boolean(target);
}

function pointOf(name) {
  const all = [...document.querySelectorAll('button, a, label, [role=tab]')];
  // The last one lies on top. Chromium 80 has no `findLast`.
  const words = (element) => (element.getAttribute('aria-label') || element.innerText || '').trim();
  const target = all
    .filter((element) => words(element) === name && element.getClientRects().length > 0 && !element.disabled)
    .pop();
  if (!target) return null;
  const { left, top, width, height } = target.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2 };
  // Covered or out of sight: a finger would not reach it.
  return target.contains(document.elementFromPoint(point.x, point.y)) ? point : null;
}

function focusField(label) {
  const all = [...document.querySelectorAll('label')];
  const found = all.find(
    (element) => element.innerText.trim().startsWith(label) && element.getClientRects().length > 0,
  );
  const field = found && document.getElementById(found.htmlFor);
  if (!field) return false;
  field.focus();
  return document.activeElement === field;
}
