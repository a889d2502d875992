import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { findEntry } from "@/lib/trees/data";
import { publishZip } from "../integration/imports/publish-zip";
import { craftZip } from "../setup/craft-zip";

it("an import publishes a ZIP64 archive of 600,000 entries", async () => {
  const count = 600_000;
  const data = Buffer.from("tile");
  const entries = Array.from({ length: count }, (_, index) => ({ name: `tiles/${Math.floor(index / 256)}/${index % 256}.png`, data }));
  const { importId, outcome } = await publishZip(craftZip(entries, { zip64: true }));
  expect(outcome).toBe("complete");
  const row = await db().import.findUniqueOrThrow({ where: { id: importId }, include: { tree: true } });
  expect(row).toMatchObject({ filesTotal: count, filesDone: count, bytesDone: BigInt(count * data.length) });
  expect(await db().entry.count({ where: { treeId: row.treeId ?? 0n, kind: "file" } })).toBe(count);
  expect(await findEntry(Number(row.treeId), ["tiles", "200", "191.png"])).toMatchObject({ kind: "file", size: 4 });
});
