import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { z } from "zod";
import { execute } from "../db/query";
import { inTransaction, type Transaction } from "../db/transaction";
import { isReadInParts } from "./values";

const compress = promisify(gzip);

const releaseSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), files: z.array(z.string()).min(1) });
const manifestSchema = z.object({ viewer: releaseSchema, basemap: releaseSchema });

type Release = z.infer<typeof releaseSchema>;

async function storeRelease(tx: Transaction, folder: string, { hash, files }: Release): Promise<void> {
  const values = [hash];
  const rowCount = await execute(tx, { text: `UPDATE "ViewerFile" SET "deployedAt" = now() WHERE hash = $1`, values });
  if (rowCount === files.length) return;
  for (const name of files) {
    const bytes = await readFile(path.join(folder, name));
    const content = isReadInParts(name) ? bytes : await compress(bytes, { level: 9 });
    await execute(tx, {
      text: `INSERT INTO "ViewerFile" (hash, name, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      values: [hash, name, content],
    });
  }
}

/**
 * Stores this release of the viewer, and makes it the one that new maps get. Former releases stay for the maps made with them (decision
 * record 66). The basemap has a hash of its own, so that it is stored once for all releases with the same (record 77). @param folder of the built viewer, with its manifest.json
 */
export async function storeViewer(folder: string): Promise<void> {
  const { viewer, basemap } = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8")));
  await inTransaction(async (tx) => {
    await storeRelease(tx, folder, basemap);
    await storeRelease(tx, folder, viewer);
  });
}
