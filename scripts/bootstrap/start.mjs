/** Starts the built product: all of it under the supervisor, or one process alone. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { bundleFolder } from "./bundle.mjs";

const importBundle = (name) => import(pathToFileURL(path.resolve(bundleFolder, `${name}.js`)).href);

/** The supervisor runs in this very process: one less to pass signals through. */
export async function start() {
  await build();
  process.env.NODE_ENV = "production";
  process.env.SEA_VISION_PROCESS = "supervisor";
  process.env.LOG_LEVEL ||= "warn";
  process.setSourceMapsEnabled(true);
  const { main } = await importBundle("main");
  await main({ bundleFolder: path.resolve(bundleFolder) });
}

/** One process on its own finds the embedded database of a running product by the address it left in DATA_DIR. */
async function findDatabase() {
  if (process.env.DATABASE_URL) return;
  const file = path.join(process.env.DATA_DIR || ".data", "database-url");
  if (!existsSync(file))
    throw new Error("One process alone needs a database: set DATABASE_URL and AUTH_SECRET, or start everything with npm start.");
  process.env.DATABASE_URL = (await readFile(file, "utf8")).trim();
}

/** @param {"web" | "maps" | "worker"} name */
export async function startAlone(name) {
  await build();
  process.env.NODE_ENV = "production";
  process.env.SEA_VISION_PROCESS = name;
  await findDatabase();
  process.setSourceMapsEnabled(true);
  await importBundle(name);
}
