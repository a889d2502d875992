/** Copies DATA_DIR with its database, of a product that runs or not, and brings such a copy back. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildServer } from "./build.mjs";
import { bundleFolder } from "./bundle.mjs";

/** @param {"backup" | "restore"} name */
export async function runBackup(name) {
  await buildServer();
  process.env.NODE_ENV = "production";
  process.env.SEA_VISION_PROCESS = name;
  process.env.LOG_LEVEL ||= "error";
  process.setSourceMapsEnabled(true);
  // It reads its own arguments, from behind the name of the command.
  process.argv.splice(2, 1);
  await import(pathToFileURL(path.resolve(bundleFolder, `${name}.js`)).href);
}
