import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Env, parseEnv } from "../../lib/env";

/** Creates DATA_DIR and returns its absolute path. As root, the database's user may pass through. */
export async function openDataDir(): Promise<string> {
  const dataDir = path.resolve(process.env.DATA_DIR || ".data");
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return dataDir;
}

/** Several hosts on an external database must share a secret, so none is generated. */
async function ensureSecret(dataDir: string): Promise<void> {
  const file = path.join(dataDir, "auth-secret");
  if (process.env.AUTH_SECRET || process.env.DATABASE_URL || existsSync(file)) return;
  await writeFile(file, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600 });
}

/** Parses the settings before the embedded database runs. @throws Error naming every wrong variable */
export async function readSettings(dataDir: string): Promise<Env> {
  await ensureSecret(dataDir);
  const databaseUrl = process.env.DATABASE_URL || "postgresql://embedded";
  return parseEnv({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
}

/** Demo data is on by default with the embedded database only. */
export function demoIsWanted(): boolean {
  const { SEED_DEMO, DATABASE_URL } = process.env;
  return SEED_DEMO ? SEED_DEMO === "1" || SEED_DEMO === "true" : !DATABASE_URL;
}
