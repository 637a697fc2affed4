// Text files in the encodings that are met: those that Excel and WPS write on a Chinese Windows among them.

/** The bytes of a file. Rejects where it cannot be read. `Blob.arrayBuffer` is younger than some of the engines here. */
export function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(new Uint8Array(reader.result as ArrayBuffer)));
    reader.addEventListener('error', () => fail(reader.error ?? new Error('unreadable')));
    reader.readAsArrayBuffer(file);
  });
}

/** Whether bytes begin with others. */
export function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

/** Bytes as text: with a mark of their order, UTF-8, or what Excel on a Chinese Windows writes. */
export function decode(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (beginsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
