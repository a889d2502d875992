const beginnings: readonly Buffer[] = [
  "%PDF-",
  "\x89PNG",
  "\xff\xd8\xff",
  "GIF87a",
  "GIF89a",
  "PK\x03\x04",
  "PK\x05\x06",
  "\x1f\x8b",
  "BZh",
  "\xfd7zXZ",
  "7z\xbc\xaf\x27\x1c",
  "Rar!\x1a\x07",
  "(\xb5/\xfd",
  "\x7fELF",
  "\0asm",
  "OggS",
  "ID3\x02",
  "ID3\x03",
  "ID3\x04",
  "fLaC",
  "wOFF",
  "wOF2",
  "SQLite format 3",
  "PMTiles\x03",
  "fgb\x03",
  "II*\0",
  "MM\0*",
  "\x1aE\xdf\xa3",
  "PAR1\x15",
  "glTF\x01",
  "glTF\x02",
].map((text) => Buffer.from(text, "latin1"));

/** RIFF (WebP, WAV, AVI) and ISO base media files (MP4, AVIF) have their type after a length. */
const isContainer = (bytes: Buffer) =>
  (bytes.toString("latin1", 0, 4) === "RIFF" && /^(?:WEBP|WAVE|AVI )$/.test(bytes.toString("latin1", 8, 12))) ||
  bytes.toString("latin1", 4, 8) === "ftyp";

/** Returns true when bytes begin with the signature of a binary format. */
export function isKnownBinary(bytes: Buffer): boolean {
  return beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning)) || isContainer(bytes);
}
