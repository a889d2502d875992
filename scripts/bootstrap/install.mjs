/** Installs the packages of the lock file, unless node_modules has them. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { removeUnusedFiles } from "../image/unused-files.mjs";
import { runQuietly, step } from "./run.mjs";

/** Hash of the last installed lock file, and whether the tools of tests and checks are installed. npm removes it with node_modules. */
const stamp = "node_modules/.installed-lock";

async function readPackages(file) {
  if (!existsSync(file)) return undefined;
  return JSON.parse(await readFile(file, "utf8")).packages;
}

function isForThisSystem({ os, cpu, libc }) {
  if (libc) return false;
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

function isInstalled(wanted, found) {
  if (found) return found.version === wanted.version && found.integrity === wanted.integrity;
  return Boolean(wanted.optional && !(wanted.os && isForThisSystem(wanted)));
}

/** npm writes the lock file in node_modules last, so it says what is installed. */
async function isUpToDate(withTools) {
  const [wanted = {}, found] = await Promise.all([readPackages("package-lock.json"), readPackages("node_modules/.package-lock.json")]);
  if (!found) return false;
  return Object.entries(wanted).every(
    ([place, entry]) => place === "" || entry.extraneous || (entry.dev && !withTools) || isInstalled(entry, found[place]),
  );
}

async function hashLock() {
  return createHash("sha256")
    .update(await readFile("package-lock.json"))
    .digest("hex");
}

/** @param {boolean} needsTools whether the tools of tests and checks are needed. Those that are there stay there. */
export async function install(needsTools) {
  const withTools = needsTools || existsSync("node_modules/vitest");
  const hash = `${await hashLock()} ${withTools ? "with" : "without"} tools`;
  if ((await readFile(stamp, "utf8").catch(() => "")) === hash || (await isUpToDate(withTools))) return;
  const args = ["ci", "--ignore-scripts", `--${withTools ? "include" : "omit"}=dev`, "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  await step("Installing packages", async () => {
    await (npm ? runQuietly(process.execPath, [npm, ...args]) : runQuietly("npm", args));
    await removeUnusedFiles();
  });
  await writeFile(stamp, hash);
}
