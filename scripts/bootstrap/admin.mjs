/** Makes superadmins and sets their passwords from the shell, of a product that runs or not. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildServer } from "./build.mjs";
import { bundleFolder } from "./bundle.mjs";

export async function admin() {
  await buildServer();
  process.env.NODE_ENV = "production";
  process.env.SEA_VISION_PROCESS = "admin";
  process.env.LOG_LEVEL ||= "error";
  process.setSourceMapsEnabled(true);
  // It reads its own arguments, from behind the name of the command.
  process.argv.splice(2, 1);
  await import(pathToFileURL(path.resolve(bundleFolder, "admin.js")).href);
}
