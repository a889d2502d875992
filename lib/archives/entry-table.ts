import { crc32 as checksum } from "node:zlib";
import type { DirectoryEntry } from "./directory/record";
import { NumberTable } from "./number-table";

export interface TableEntry {
  /** Position in the directory, from 0. */
  ordinal: number;
  offset: number;
  storedSize: number;
  size: number;
  method: number;
  crc32: number;
  nameBytes: number;
  nameFingerprint: number;
  isFile: boolean;
  wantsOwnBlob: boolean;
}

/** Returns a fingerprint of a name. Local header and directory are compared by it, without keeping all names in memory. */
export function nameFingerprint(name: Uint8Array): number {
  return checksum(name);
}

/** All entries of an archive in the order of their bytes. */
export class EntryTable {
  private readonly rows = new NumberTable([
    "offset",
    "storedSize",
    "size",
    "method",
    "crc32",
    "nameBytes",
    "nameFingerprint",
    "isFile",
    "wantsOwnBlob",
  ]);
  private order: number[] = [];

  get length(): number {
    return this.rows.length;
  }

  add(entry: DirectoryEntry, isFile: boolean, wantsOwnBlob = false): void {
    const { offset, storedSize, size, method, crc32, rawName } = entry;
    this.rows.add({
      offset,
      storedSize,
      size,
      method,
      crc32,
      nameBytes: rawName.length,
      nameFingerprint: nameFingerprint(rawName),
      isFile: Number(isFile),
      wantsOwnBlob: Number(wantsOwnBlob),
    });
  }

  /** Returns the entry at a place in the order of offsets. @throws RangeError */
  at(place: number): TableEntry {
    const { rows } = this;
    const ordinal = this.sorted()[place] ?? rows.length;
    return {
      ordinal,
      offset: rows.get(ordinal, "offset"),
      storedSize: rows.get(ordinal, "storedSize"),
      size: rows.get(ordinal, "size"),
      method: rows.get(ordinal, "method"),
      crc32: rows.get(ordinal, "crc32"),
      nameBytes: rows.get(ordinal, "nameBytes"),
      nameFingerprint: rows.get(ordinal, "nameFingerprint"),
      isFile: rows.get(ordinal, "isFile") === 1,
      wantsOwnBlob: rows.get(ordinal, "wantsOwnBlob") === 1,
    };
  }

  /** Returns where the entry after a place begins. @param dataEnd for the last entry */
  endOf(place: number, dataEnd: number): number {
    return place + 1 < this.length ? this.at(place + 1).offset : dataEnd;
  }

  /** Returns the first place in the order of offsets whose entry begins after `offset`. */
  placeAfter(offset: number): number {
    const place = this.sorted().findIndex((row) => this.rows.get(row, "offset") > offset);
    return place === -1 ? this.length : place;
  }

  private sorted(): number[] {
    if (this.order.length !== this.length) this.order = this.rows.sortedBy("offset");
    return this.order;
  }
}
