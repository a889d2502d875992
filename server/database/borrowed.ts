import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { isLocked, lockDataDir } from "../supervisor/lock";
import { openEmbedded } from "./embedded";

/** A database to ask, and how to leave it as it was found. */
export interface Borrowed {
  url: string;
  giveBack(): Promise<void>;
}

const nothingToGiveBack = () => Promise.resolve();

/** Of a product that is stopped, its database runs as long as this does, and nobody else can start it meanwhile. */
async function startDatabase(dataDir: string): Promise<Borrowed> {
  const unlock = await lockDataDir(dataDir);
  try {
    const { url, stop } = await openEmbedded({ dataDir });
    return { url, giveBack: () => stop().finally(unlock) };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The database of the settings, else the one in DATA_DIR, whether the product runs or not. @throws Error when there is none */
export async function borrowDatabase(dataDir: string): Promise<Borrowed> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, giveBack: nothingToGiveBack };
  const address = path.join(dataDir, "database-url");
  if (!existsSync(address)) throw new Error(`There is nothing in ${dataDir}: Sea-Vision has not run there yet.`);
  if (await isLocked(dataDir)) return { url: (await readFile(address, "utf8")).trim(), giveBack: nothingToGiveBack };
  return startDatabase(dataDir);
}
