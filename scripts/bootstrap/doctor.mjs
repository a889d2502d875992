/** Compares the database with the stored files, of a product that runs or not. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildServer } from "./build.mjs";
import { bundleFolder } from "./bundle.mjs";

export async function doctor() {
  await buildServer();
  process.env.NODE_ENV = "production";
  process.env.SEA_VISION_PROCESS = "doctor";
  process.env.LOG_LEVEL ||= "warn";
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.resolve(bundleFolder, "doctor.js")).href);
}
