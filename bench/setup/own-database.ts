import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "../../prisma/migrate";
import { openEmbedded } from "../../server/database/embedded";

/**
 * Opens an empty, migrated database in its own folder, and sets the environment to it. Import code that reads the settings after this.
 * @param settings additional settings
 * @returns the folder, which is DATA_DIR, and a function that removes everything
 */
export async function openOwnDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ folder: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-bench-"));
  const database = await openEmbedded({ dataDir: folder });
  Object.assign(process.env, {
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    ...settings,
  });
  await migrate(database.url);
  return {
    folder,
    async close() {
      const { disconnect } = await import("../../lib/db/client");
      await disconnect();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
