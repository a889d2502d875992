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

const CP437_UPPER =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index += 1) if ((bytes[index] ?? 0) > 0x7f) return false;
  return true;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes code page 437. Bytes below 0x20 remain control characters, which the rules refuse. */
export function decodeCp437(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (CP437_UPPER[byte - 0x80] ?? "");
  return text;
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
    if (isVersionOne && view.getUint32(at + 5, true) === crc32(bytes)) return decodeUtf8(extraField.subarray(at + 9, end));
    at = end;
  }
  return null;
}

/** Decodes a name as Info-ZIP does: bit 11, the Unicode Path field, valid UTF-8 of Unix and macOS, then CP437. Null when invalid. */
export function decodeEntryName(name: RawEntryName): string | null {
  const { bytes, host } = name;
  if (isAscii(bytes) && name.extraField.length === 0) return decodeCp437(bytes);
  if (name.utf8) return decodeUtf8(bytes);
  const unicode = unicodePath(name);
  if (unicode !== null) return unicode;
  const unsaid = host === HOST_UNIX || host === HOST_MACOS ? decodeUtf8(bytes) : null;
  return unsaid ?? decodeCp437(bytes);
}
