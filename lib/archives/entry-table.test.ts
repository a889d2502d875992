import { describe, expect, it } from "vitest";
import type { DirectoryEntry } from "./directory/record";
import { EntryTable, nameFingerprint } from "./entry-table";

function entryAt(offset: number, change: Partial<DirectoryEntry> = {}): DirectoryEntry {
  const rawName = Buffer.from(`${offset}.png`);
  const facts = { method: 8, encrypted: false, externalAttributes: 0, storedSize: offset + 1, size: offset + 2, crc32: 0xfedcba98 };
  return {
    ...facts,
    name: String(rawName),
    rawName,
    isNameUndeclared: false,
    nameBytes: rawName.length,
    extraField: Buffer.alloc(0),
    time: 0,
    date: 0,
    offset,
    ...change,
  };
}

describe("EntryTable", () => {
  it("returns entries in the order of their bytes", () => {
    const table = new EntryTable();
    for (const offset of [2 ** 40, 0, 5_000_000_000]) table.add(entryAt(offset), offset > 0);
    expect(table.length).toBe(3);
    expect([0, 1, 2].map((place) => table.at(place).offset)).toEqual([0, 5_000_000_000, 2 ** 40]);
    expect(table.at(2)).toEqual({
      ordinal: 0,
      offset: 2 ** 40,
      storedSize: 2 ** 40 + 1,
      size: 2 ** 40 + 2,
      method: 8,
      crc32: 0xfedcba98,
      nameBytes: 17,
      nameFingerprint: nameFingerprint(Buffer.from(`${2 ** 40}.png`)),
      isFile: true,
      wantsOwnBlob: false,
    });
    expect(table.at(0).isFile).toBe(false);
    expect(() => table.at(3)).toThrow(RangeError);
  });

  it("returns the first place after an offset, and the length when there is none", () => {
    const table = new EntryTable();
    for (let index = 0; index < 3_000; index += 1) table.add(entryAt(index * 10), true);
    expect(table.placeAfter(-1)).toBe(0);
    expect(table.placeAfter(0)).toBe(1);
    expect(table.placeAfter(15)).toBe(2);
    expect(table.placeAfter(29_990)).toBe(3_000);
    expect(table.at(2_999).offset).toBe(29_990);
  });
});
