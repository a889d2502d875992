import { describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/store";
import { db, pool } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { findEntry } from "@/lib/trees/data";
import { copyEntries, createTree, deleteTree, fileLine, folderLine, insertFiles } from "@/lib/trees/mutations";

const modifiedAt = new Date("2009-02-13T23:31:30.123Z");
const slice = {
  blobKey: newBlobKey(),
  offset: 2 ** 40,
  hasLocalHeader: true,
  storedSize: 5,
  size: 7,
  method: "deflated",
  crc32: 0xffffffff,
} as const;
const MISSING_TREE = { code: "23503", message: "There is no tree 0 for these entries." };

async function countEntries(treeId: number): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(`SELECT count(*) FROM "Entry" WHERE "treeId" = $1`, [treeId]);
  return rows[0]?.count ?? 0;
}

describe("the rows of entries", () => {
  it.each(["\\N", "\\.", "back\\slash", "a\tb", "a\nb", "ü €𝄞"])("keep the name %j and the slice of a file", async (name) => {
    const { treeId, rootId } = await createTree(db());
    await copyEntries({ folders: [], files: [Buffer.from(fileLine(treeId, { parentId: rootId, name, modifiedAt, slice }))] });
    expect(await findEntry(treeId, [name])).toMatchObject({ kind: "file", name, modifiedAt, size: 7, slice });
  });

  it("can't be inserted into a tree that does not exist, by COPY or by INSERT", async () => {
    const folder = folderLine(0, { id: 0, parentId: 0, name: "folder", modifiedAt });
    await expect(copyEntries({ folders: [Buffer.from(folder)], files: [] })).rejects.toMatchObject(MISSING_TREE);
    await expect(pool().query(`INSERT INTO "Entry" ("treeId", kind, name) VALUES (0, 'folder', '')`)).rejects.toMatchObject(MISSING_TREE);
  });

  it("can't be moved to a tree that does not exist", async () => {
    const { treeId } = await createTree(db());
    await expect(pool().query(`UPDATE "Entry" SET "treeId" = 0 WHERE "treeId" = $1`, [treeId])).rejects.toMatchObject(MISSING_TREE);
  });

  it("are deleted with their tree, also those of a transaction that the deletion waited for", async () => {
    const { treeId, rootId } = await createTree(db());
    const deletion = await inTransaction(async (tx) => {
      await insertFiles(tx, treeId, [{ parentId: rootId, name: "late.png", modifiedAt, slice }]);
      const deleting = deleteTree(db(), treeId);
      const isWaiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM "public"."Tree"%'`;
      await expect.poll(async () => (await pool().query(isWaiting)).rowCount).toBe(1);
      return { deleting };
    });
    await deletion.deleting;
    expect(await countEntries(treeId)).toBe(0);
  });
});
