import { describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
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

/** Reads the directory with yauzl instead of our own code. */
async function timeByYauzl(extra: Buffer): Promise<string | undefined> {
  const archive = craftZip([{ name: "index.html", extra }]);
  const file = await fromBufferPromise(archive);
  for await (const entry of file.eachEntry()) return entry.getLastModDate({ timezone: "UTC" }).toISOString();
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

  it("returns what yauzl returns, for several fields and for shortened ones", async () => {
    const infoZip = Buffer.from("0193a94f65", "hex");
    const ntfs = Buffer.from(`00000000010018008060f07c1eb3dc01${"00".repeat(16)}`, "hex");
    const fields = [
      extraField(0x5455, infoZip),
      extraField(0x000a, ntfs),
      extraField(0x7075, infoZip),
      extraField(0x5455, infoZip.subarray(0, 4)),
    ];
    const without = extraField(0x5455, Buffer.from("0093a94f65", "hex"));
    const past = extraField(0x5455, Buffer.from("01ffffffff", "hex"));
    const shortened = extraField(0x000a, ntfs.subarray(0, 24));
    for (const first of [...fields, without, past, shortened]) {
      for (const second of fields) {
        const extra = Buffer.concat([first, second]);
        expect(await timeOf(extra)).toBe(await timeByYauzl(extra));
      }
    }
  });
});
