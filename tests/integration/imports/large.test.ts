import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { findEntry } from "@/lib/trees/data";
import { craftZip } from "../../setup/craft-zip";
import { publishZip } from "./publish-zip";

it("an import publishes an archive of 70,000 entries whose entry count is truncated to 16 bits, as from macOS", async () => {
  const count = 70_000;
  const data = Buffer.from("tile");
  const entries = Array.from({ length: count }, (_, index) => ({ name: `tiles/${Math.floor(index / 256)}/${index % 256}.png`, data }));
  const { importId, outcome } = await publishZip(craftZip(entries, { zip64: false }));
  expect(outcome).toBe("complete");
  const row = await db().import.findUniqueOrThrow({ where: { id: importId }, include: { tree: true } });
  expect(row).toMatchObject({ filesTotal: count, filesDone: count, bytesDone: BigInt(count * data.length) });
  expect(await db().entry.count({ where: { treeId: row.treeId ?? 0n, kind: "file" } })).toBe(count);
  expect(await findEntry(Number(row.treeId), ["tiles", "200", "191.png"])).toMatchObject({ kind: "file", size: 4 });
});
