import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, buildServer } from "./build.mjs";
import { bundleFolder } from "./bundle.mjs";

/** Runs a bundle in this process, so that signals reach it directly. @returns {Promise<any>} the exports of the bundle */
export function becomeProcess(name, folder, logLevel) {
  process.env.SEA_VISION_PROCESS = name === "main" ? "supervisor" : name;
  if (logLevel) process.env.LOG_LEVEL ||= logLevel;
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(path.resolve(folder, `${name}.js`)).href);
}

export async function start() {
  await build();
  process.env.NODE_ENV = "production";
  const { main } = await becomeProcess("main", bundleFolder, "warn");
  await main({ bundleFolder: path.resolve(bundleFolder) });
}

async function findDatabase() {
  if (process.env.DATABASE_URL) return;
  const file = path.join(process.env.DATA_DIR || ".data", "database-url");
  if (!existsSync(file)) throw new Error("A single process needs a database. Set DATABASE_URL and AUTH_SECRET, or run npm start.");
  process.env.DATABASE_URL = (await readFile(file, "utf8")).trim();
}

/** @param {"web" | "maps" | "worker"} name */
export async function startAlone(name) {
  await build();
  process.env.NODE_ENV = "production";
  await findDatabase();
  await becomeProcess(name, bundleFolder);
}

/** @param {"admin" | "backup" | "doctor" | "migrate" | "restore"} name */
export async function runCommand(name) {
  await buildServer();
  process.env.NODE_ENV = "production";
  if (name === "migrate") await mkdir(process.env.DATA_DIR || ".data", { recursive: true, mode: 0o700 });
  process.argv.splice(2, 1);
  await becomeProcess(name, bundleFolder, name === "migrate" || name === "doctor" ? "warn" : "error");
}
