import type { DirectoryEntry } from "./directory/record";

/** Extended timestamp of Info-ZIP, and the times of NTFS (APPNOTE.TXT, 4.5.5 and 4.6). */
const INFO_ZIP = 0x5455;
const NTFS = 0x000a;
const NTFS_FIELD_BYTES = 32;

/** Milliseconds from 1601, where the times of NTFS begin, to 1970. */
const NTFS_EPOCH_MS = 11_644_473_600_000;

/** Returns the time of an extra field in milliseconds since 1970, or null without one. */
function readTime(id: number, data: DataView): number | null {
  if (id === INFO_ZIP && data.byteLength >= 5 && (data.getUint8(0) & 1) === 1) return data.getInt32(1, true) * 1000;
  if (id !== NTFS || data.byteLength !== NTFS_FIELD_BYTES || data.getUint16(4, true) !== 1 || data.getUint16(6, true) !== 24) return null;
  return Number(data.getBigInt64(8, true)) / 10_000 - NTFS_EPOCH_MS;
}

/** Returns when a file was changed: from the extra field of Info-ZIP or NTFS, else from the MS-DOS time, which is read as UTC on every server. */
export function modifiedAt({ extraField, date, time }: DirectoryEntry): Date {
  const view = new DataView(extraField.buffer, extraField.byteOffset, extraField.byteLength);
  for (let at = 0; at + 4 <= view.byteLength; ) {
    const bytes = view.getUint16(at + 2, true);
    if (at + 4 + bytes > view.byteLength) break;
    const milliseconds = readTime(view.getUint16(at, true), new DataView(view.buffer, view.byteOffset + at + 4, bytes));
    if (milliseconds !== null) return new Date(milliseconds);
    at += 4 + bytes;
  }
  const [year, month, day] = [(date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31];
  return new Date(Date.UTC(year, month, day, time >> 11, (time >> 5) & 63, (time & 31) * 2));
}
