import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { z } from "zod";
import { execute } from "../db/query";
import { inTransaction } from "../db/transaction";

const compress = promisify(gzip);

const manifestSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), files: z.array(z.string()).min(1) });

/**
 * Stores this release of the viewer, and makes it the one that new maps get. Former releases stay for the maps made with them (decision
 * record 66). @param folder of the built viewer, with its manifest.json
 */
export async function storeViewer(folder: string): Promise<void> {
  const { hash, files } = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8")));
  await inTransaction(async (tx) => {
    const values = [hash];
    const rowCount = await execute(tx, { text: `UPDATE "ViewerFile" SET "deployedAt" = now() WHERE hash = $1`, values });
    if (rowCount === files.length) return;
    for (const name of files) {
      const content = await compress(await readFile(path.join(folder, name)), { level: 9 });
      await execute(tx, {
        text: `INSERT INTO "ViewerFile" (hash, name, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        values: [hash, name, content],
      });
    }
  });
}
