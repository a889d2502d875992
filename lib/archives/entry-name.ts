import { decodeAscii, decodeName, type NameEncoding } from "./directory/name-encoding";

export interface RawEntryName {
  bytes: Uint8Array;
  /** General purpose bit 11: the name is UTF-8. */
  utf8: boolean;
  /** High byte of "version made by": the system that made the archive. */
  host: number;
  extraField: Uint8Array;
}

const HOST_UNIX = 3;
const HOST_MACOS = 19;

/** Info-ZIP Unicode Path Extra Field (APPNOTE 4.6.9). */
const UNICODE_PATH = 0x7075;

function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index += 1) if ((bytes[index] ?? 0) > 0x7f) return false;
  return true;
}

/** Computes a CRC-32 without node:zlib, because this module runs in browsers too. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns the name in the Unicode Path field when its checksum matches the encoded name, else null. */
function unicodePath(name: RawEntryName): string | null {
  const { extraField, bytes } = name;
  const view = new DataView(extraField.buffer, extraField.byteOffset, extraField.byteLength);
  for (let at = 0; at + 4 <= extraField.length; ) {
    const id = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > extraField.length) return null;
    const isVersionOne = id === UNICODE_PATH && end - at > 9 && view.getUint8(at + 4) === 1;
    if (isVersionOne && view.getUint32(at + 5, true) === crc32(bytes)) return decodeName(extraField.subarray(at + 9, end), "utf-8");
    at = end;
  }
  return null;
}

/**
 * Decodes a name that says how, as Info-ZIP does: ASCII, bit 11, the Unicode Path field, valid UTF-8 of Unix and macOS.
 * @returns null when it is invalid, undefined when only a code page can decode it
 */
export function decodeDeclaredName(name: RawEntryName): string | null | undefined {
  const { bytes, host } = name;
  const isPlain = isAscii(bytes);
  if (isPlain && name.extraField.length === 0) return decodeAscii(bytes);
  if (name.utf8) return decodeName(bytes, "utf-8");
  const unicode = unicodePath(name);
  if (unicode !== null) return unicode;
  if (isPlain) return decodeAscii(bytes);
  const unsaid = host === HOST_UNIX || host === HOST_MACOS ? decodeName(bytes, "utf-8") : null;
  return unsaid ?? undefined;
}

/** Decodes a name. @param encoding of a name that says none @returns null when it is invalid */
export function decodeEntryName(name: RawEntryName, encoding: NameEncoding = "cp437"): string | null {
  const declared = decodeDeclaredName(name);
  return declared === undefined ? decodeName(name.bytes, encoding) : declared;
}
