import type { EntryFacts } from "../entry-kind";
import { decodeDeclaredName } from "../entry-name";
import { type Refusal, refuse } from "../refusals";
import { readUint64 } from "./end-record";
import { decodeName, type NameEncoding } from "./name-encoding";

export interface DirectoryEntry extends EntryFacts {
  rawName: Uint8Array;
  isNameUndeclared: boolean;
  extraField: Uint8Array;
  crc32: number;
  /** In the format of MS-DOS. */
  time: number;
  date: number;
}

const CENTRAL_HEADER = 0x02014b50;
const HEADER_BYTES = 46;
const FLAG_ENCRYPTED = 0x0001;
const FLAG_STRONG_ENCRYPTION = 0x0040;
const FLAG_UTF8 = 0x0800;
const ZIP64_FIELD = 0x0001;
/** Marks a number that is in the zip64 field. */
const IN_ZIP64 = 0xffffffff;

export type RecordOutcome =
  | { kind: "entry"; entry: DirectoryEntry; length: number }
  | { kind: "short"; needed: number }
  | { kind: "refused"; refusal: Refusal };

const damaged = (detail: string): RecordOutcome => ({ kind: "refused", refusal: refuse("directoryDamaged", detail) });

/** Returns the zip64 field of an extra field, or null. Returns "broken" when a field claims too many bytes. */
function findZip64(view: DataView, from: number, end: number): DataView | null | "broken" {
  let found: DataView | null = null;
  for (let at = from; at + 4 <= end; ) {
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > end) return "broken";
    if (view.getUint16(at, true) === ZIP64_FIELD) found ??= new DataView(view.buffer, view.byteOffset + at + 4, size);
    at += 4 + size;
  }
  return found;
}

/** @returns false when a number is missing */
function applyZip64(entry: EntryFacts, field: DataView): boolean {
  let at = 0;
  for (const key of ["size", "storedSize", "offset"] as const) {
    if (entry[key] !== IN_ZIP64) continue;
    if (at + 8 > field.byteLength) return false;
    entry[key] = readUint64(field, at);
    at += 8;
  }
  return true;
}

/** Reads one record of the central directory (APPNOTE 4.3.12). @param encoding of names that declare none */
export function readRecord(view: DataView, encoding: NameEncoding): RecordOutcome {
  if (view.byteLength < HEADER_BYTES) return { kind: "short", needed: HEADER_BYTES };
  if (view.getUint32(0, true) !== CENTRAL_HEADER) return damaged("it does not begin where it should");
  const flags = view.getUint16(8, true);
  if (flags & FLAG_STRONG_ENCRYPTION) return { kind: "refused", refusal: refuse("directoryEncrypted") };
  const nameEnd = HEADER_BYTES + view.getUint16(28, true);
  const extraEnd = nameEnd + view.getUint16(30, true);
  const length = extraEnd + view.getUint16(32, true);
  if (view.byteLength < length) return { kind: "short", needed: length };
  const zip64 = findZip64(view, nameEnd, extraEnd);
  if (zip64 === "broken") return damaged("an extra field is too short");
  const rawName = new Uint8Array(view.buffer, view.byteOffset + HEADER_BYTES, nameEnd - HEADER_BYTES);
  const extraField = new Uint8Array(view.buffer, view.byteOffset + nameEnd, extraEnd - nameEnd);
  const declared = decodeDeclaredName({ bytes: rawName, utf8: (flags & FLAG_UTF8) !== 0, host: view.getUint8(5), extraField });
  const entry: DirectoryEntry = {
    name: declared === undefined ? decodeName(rawName, encoding) : declared,
    rawName,
    isNameUndeclared: declared === undefined,
    nameBytes: rawName.length,
    extraField,
    time: view.getUint16(12, true),
    date: view.getUint16(14, true),
    crc32: view.getUint32(16, true),
    method: view.getUint16(10, true),
    encrypted: (flags & FLAG_ENCRYPTED) !== 0,
    externalAttributes: view.getUint32(38, true),
    storedSize: view.getUint32(20, true),
    size: view.getUint32(24, true),
    offset: view.getUint32(42, true),
  };
  if (zip64 && !applyZip64(entry, zip64)) return damaged("an extra field is too short");
  return { kind: "entry", entry, length };
}
