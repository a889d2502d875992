import { crc32 } from "node:zlib";
import { LOCAL_HEADER_BYTES } from "./entry-kind";

const SIGNATURE = 0x04034b50;
const FLAG_ENCRYPTED = 0x0001;

/** What stands before the bytes of an entry (APPNOTE 4.3.7). */
export interface LocalHeader {
  isLocalHeader: boolean;
  encrypted: boolean;
  method: number;
  nameBytes: number;
  /** Where the entry's bytes begin, counted from the header's first one. */
  dataOffset: number;
}

/** @param bytes at least LOCAL_HEADER_BYTES, from the header's first one. */
export function parseLocalHeader(bytes: Buffer): LocalHeader {
  const nameBytes = bytes.readUInt16LE(26);
  return {
    isLocalHeader: bytes.readUInt32LE(0) === SIGNATURE,
    encrypted: (bytes.readUInt16LE(6) & FLAG_ENCRYPTED) !== 0,
    method: bytes.readUInt16LE(8),
    nameBytes,
    dataOffset: LOCAL_HEADER_BYTES + nameBytes + bytes.readUInt16LE(28),
  };
}

/** Fingerprint of a name, by which header and directory are compared without keeping names in memory. */
export function nameFingerprint(name: Uint8Array): number {
  return crc32(name);
}
