// Draws the icons of public/icons and public/favicon.ico from public/icons/icon.svg. What it writes is committed;
// run it again after a change of the drawing.
//   node scripts/make-icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from '../e2e/lib/browser.mjs';

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));
const svg = readFileSync(`${PUBLIC}icons/icon.svg`, 'utf8');

/** Name, width, and how much of the width the drawing takes; systems cut the edge of a maskable icon off. */
const PICTURES = [
  ['icons/icon-192.png', 192, 1],
  ['icons/icon-512.png', 512, 1],
  ['icons/maskable-192.png', 192, 0.8],
  ['icons/maskable-512.png', 512, 0.8],
  ['icons/apple-touch-icon.png', 180, 0.9],
];
const FAVICON_PX = 32;

const browser = await launch();
const page = await browser.newPage();
try {
  for (const [name, width, part] of PICTURES) writeFileSync(PUBLIC + name, await draw(width, part));
  writeFileSync(`${PUBLIC}favicon.ico`, asIco(await draw(FAVICON_PX, 1), FAVICON_PX));
} finally {
  await browser.close();
}

/** A PNG of the drawing, on its own ground up to the edge. */
async function draw(width, part) {
  const size = Math.round(width * part);
  const offset = (width - size) / 2;
  await page.setViewportSize({ width, height: width });
  await page.setContent(
    `<style>body { margin: 0; background: #2f63d6 } svg { display: block; width: ${size}px; margin: ${offset}px }</style>${svg}`,
  );
  return page.screenshot({ type: 'png' });
}

/** An ICO file of one picture: its head, one entry, and the PNG as it is. */
function asIco(png, width) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(width, 6);
  head.writeUInt8(width, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
