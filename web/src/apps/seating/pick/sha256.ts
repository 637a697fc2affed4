// SHA-256 of a text, as the standard writes it (FIPS 180-4). Browsers offer their own only over HTTPS, and a portal of
// a school network may have none. Pure.

const ROUNDS = 64;
const BLOCK_BYTES = 64;

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of roots of the first primes. */
function primeRoots(count: number, exponent: number): number[] {
  const words: number[] = [];
  for (let candidate = 2; words.length < count; candidate++) {
    if (isPrime(candidate)) words.push(((candidate ** exponent % 1) * 2 ** 32) | 0);
  }
  return words;
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}

const START = primeRoots(8, 1 / 2);
const CONSTANTS = primeRoots(ROUNDS, 1 / 3);

/** The bytes of a text with the end that the standard asks for: a one, zeros, and the length in bits. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const size = Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const whole = new Uint8Array(size);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(size - 4, bytes.length * 8);
  return view;
}

/** The 64 words that a block of 16 is stretched to. */
function schedule(view: DataView, from: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(from + index * 4));
  const at = (index: number): number => words[index] ?? 0;
  for (let i = 16; i < ROUNDS; i++) {
    const [w15, w2] = [at(i - 15), at(i - 2)];
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    words.push((at(i - 16) + s0 + at(i - 7) + s1) | 0);
  }
  return words;
}

function compressed(state: readonly number[], words: readonly number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < ROUNDS; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + (CONSTANTS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + s0 + majority) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] ?? 0)) | 0);
}

/** The hash of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  const view = padded(text);
  let state = START;
  for (let from = 0; from < view.byteLength; from += BLOCK_BYTES) state = compressed(state, schedule(view, from));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
