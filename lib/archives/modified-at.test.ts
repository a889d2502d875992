import { describe, expect, it } from "vitest";
import { craftZip, extraField } from "../../tests/setup/craft-zip";
import { ArchiveDirectory } from "./directory/archive-directory";
import { modifiedAt } from "./modified-at";

async function timeOf(extra?: Buffer): Promise<string | undefined> {
  const archive = craftZip([{ name: "index.html", ...(extra && { extra }) }]);
  const directory = await ArchiveDirectory.open(
    (start, length) => Promise.resolve(archive.subarray(start, start + length)),
    archive.length,
  );
  for await (const entry of directory.entries()) return modifiedAt(entry).toISOString();
  return undefined;
}

describe("modifiedAt", () => {
  it("returns the time of MS-DOS as UTC", async () => {
    expect(await timeOf()).toBe("1980-01-01T00:00:00.000Z");
  });

  it("prefers the time of Info-ZIP", async () => {
    const data = Buffer.alloc(5, 1);
    data.writeInt32LE(1_772_600_768, 1);
    expect(await timeOf(extraField(0x5455, data))).toBe("2026-03-04T05:06:08.000Z");
  });

  it("prefers the time of NTFS", async () => {
    const data = Buffer.alloc(32);
    data.writeUInt16LE(1, 4);
    data.writeUInt16LE(24, 6);
    data.writeBigUInt64LE(116_444_736_000_000_000n + 1_772_600_768n * 10_000_000n, 8);
    expect(await timeOf(extraField(0x000a, data))).toBe("2026-03-04T05:06:08.000Z");
  });
});
