import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Env, parseEnv } from "../../lib/env";

/** Absolute path of DATA_DIR, made if missing. Nobody else may look in; root's lets the database's user pass through. */
export async function openDataDir(): Promise<string> {
  const dataDir = path.resolve(process.env.DATA_DIR || ".data");
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return dataDir;
}

/** With a database of one's own there may be several hosts, which must share a secret: then none is made up. */
async function ensureSecret(dataDir: string): Promise<void> {
  const file = path.join(dataDir, "auth-secret");
  if (process.env.AUTH_SECRET || process.env.DATABASE_URL || existsSync(file)) return;
  await writeFile(file, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600 });
}

/**
 * The settings of this start, before there is an embedded database.
 * @throws Error naming every variable that is wrong.
 */
export async function readSettings(dataDir: string): Promise<Env> {
  await ensureSecret(dataDir);
  const databaseUrl = process.env.DATABASE_URL || "postgresql://embedded";
  return parseEnv({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
}

/** Demo data is for somebody who tries the product: with its own database unless refused, with another only when asked for. */
export function demoIsWanted(): boolean {
  const { SEED_DEMO, DATABASE_URL } = process.env;
  return SEED_DEMO ? SEED_DEMO === "1" || SEED_DEMO === "true" : !DATABASE_URL;
}
