/** Length of the signature and the first chunk of a PNG, after which others may follow. */
const HEADER_BYTES = 33;
const METRE = 39.3701;

/** Returns the check of a chunk (PNG specification, section 5.5). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Writes the resolution into a PNG (chunk `pHYs`), so that it is printed to its scale. @param resolution pixels of an inch */
export function withResolution(png: Blob, resolution: number): Blob {
  const chunk = new DataView(new ArrayBuffer(21));
  chunk.setUint32(0, 9);
  for (const [at, letter] of [..."pHYs"].entries()) chunk.setUint8(4 + at, letter.charCodeAt(0));
  chunk.setUint32(8, Math.round(resolution * METRE));
  chunk.setUint32(12, Math.round(resolution * METRE));
  chunk.setUint8(16, 1);
  chunk.setUint32(17, crc32(new Uint8Array(chunk.buffer, 4, 13)));
  return new Blob([png.slice(0, HEADER_BYTES), chunk, png.slice(HEADER_BYTES)], { type: png.type });
}
