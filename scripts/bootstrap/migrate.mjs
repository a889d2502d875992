/** Brings the database at DATABASE_URL up to date, for processes that are started one by one. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildServer } from "./build.mjs";
import { bundleFolder } from "./bundle.mjs";

export async function migrate() {
  await buildServer();
  process.env.NODE_ENV = "production";
  process.env.SEA_VISION_PROCESS = "migrate";
  process.env.LOG_LEVEL ||= "warn";
  await mkdir(process.env.DATA_DIR || ".data", { recursive: true, mode: 0o700 });
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.resolve(bundleFolder, "migrate.js")).href);
}
