// Last step of the build but for the checks: writes .br and .gz beside compressible files, so that
// the server never compresses at run time. Files under 600 bytes gain nothing.
//   node scripts/precompress.mjs dist
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesUnder } from './files.mjs';

const COMPRESSIBLE = /\.(m?js|css|html|svg|json|webmanifest|txt|wasm)$/;
const MIN_BYTES = 600;

const totals = { files: 0, raw: 0, br: 0, gz: 0 };

for (const file of filesUnder(process.argv[2] ?? 'dist', COMPRESSIBLE)) {
  const bytes = readFileSync(file);
  if (bytes.length < MIN_BYTES) continue;
  const br = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gz = gzipSync(bytes, { level: 9 });
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
  totals.files += 1;
  totals.raw += bytes.length;
  totals.br += br.length;
  totals.gz += gz.length;
}

console.log(`precompressed ${totals.files} files: ${totals.raw} B raw, ${totals.gz} B gzip, ${totals.br} B brotli`);
