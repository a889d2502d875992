import { describe, expect, it } from "vitest";
import { ArchiveDirectory } from "@/lib/archives/directory/archive-directory";
import { craftZip } from "@/tests/setup/craft-zip";
import { type ZipEntry, zipDataFile } from "./zip-data-file";

const content = Buffer.from(Array.from({ length: 5_000 }, (_, index) => `berth ${index}\n`).join(""));

async function openEntry(method: number) {
  const bytes = craftZip([
    { name: "first.txt", data: Buffer.from("first") },
    { name: "berths.csv", data: content, method },
  ]);
  const archive = new Blob([Uint8Array.from(bytes)]);
  const read = async (position: number, length: number) => new Uint8Array(await archive.slice(position, position + length).arrayBuffer());
  const entries: ZipEntry[] = [];
  for await (const entry of (await ArchiveDirectory.open(read, archive.size)).entries()) entries.push({ ...entry, path: entry.name ?? "" });
  const found = entries.find(({ path }) => path === "berths.csv");
  if (!found) throw new Error("the archive lacks berths.csv");
  return { archive, file: zipDataFile(archive, found) };
}

describe.each([
  ["stored", 0],
  ["deflated", 8],
] as const)("zipDataFile of a %s entry", (_, method) => {
  it("reads a range at the start, in the middle and at the end", async () => {
    const { file } = await openEntry(method);
    expect(file).toMatchObject({ path: "berths.csv", size: content.length });
    for (const [offset, length] of [
      [0, 7],
      [30_000, 20_000],
      [content.length - 5, 5],
    ] as const) {
      expect(Buffer.from(await file.read(offset, length)).equals(content.subarray(offset, offset + length))).toBe(true);
    }
  });

  it("returns fewer bytes only at the end of the file", async () => {
    const { file } = await openEntry(method);
    expect(Buffer.from(await file.read(content.length - 5, 100)).equals(content.subarray(-5))).toBe(true);
    expect(await file.read(content.length + 1, 10)).toHaveLength(0);
  });
});
