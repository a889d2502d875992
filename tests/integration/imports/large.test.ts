import { describe, expect, it } from "vitest";
import { db } from "@/lib/db";
import { findEntry } from "@/lib/trees/data";
import { craftZip } from "../../setup/craft-zip";
import { publishZip } from "./publish-zip";

const LIMIT_MS = 180_000;

describe("an archive of", () => {
  it.each([
    [600_000, "with the records of zip64", true],
    [70_000, "without them, its count cut to 16 bits, as macOS writes it", false],
  ])(
    "%i entries, %s",
    async (count, _, zip64) => {
      const data = Buffer.from("tile");
      const entries = Array.from({ length: count }, (_, index) => ({
        name: `tiles/${Math.floor(index / 256)}/${index % 256}.png`,
        data,
      }));
      const { importId, outcome } = await publishZip(craftZip(entries, { zip64 }));
      expect(outcome).toBe("complete");
      const row = await db().import.findUniqueOrThrow({ where: { id: importId }, include: { tree: true } });
      expect(row).toMatchObject({ filesTotal: count, filesDone: count, bytesDone: BigInt(count * data.length) });
      expect(await db().entry.count({ where: { treeId: row.treeId ?? 0n, kind: "file" } })).toBe(count);
      expect(await findEntry(Number(row.treeId), ["tiles", "200", "191.png"])).toMatchObject({ kind: "file", size: 4 });
      await db().project.deleteMany();
    },
    LIMIT_MS,
  );
});
