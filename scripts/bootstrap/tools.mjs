import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { installWithApt } from "./apt.mjs";

async function isExecutable(file) {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} names @returns {Promise<string | undefined>} absolute path of the first that is on PATH or in the folders of servers */
async function findProgram(names) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter).filter(Boolean), "/usr/sbin", "/usr/lib/postgresql/15/bin"];
  for (const file of names.flatMap((name) => folders.map((folder) => path.join(folder, name)))) {
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

/** Returns the path of Debian's Chromium or of Playwright's, if there is one. */
export async function findBrowser() {
  const found = await findProgram(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
  if (found) return found;
  const { chromium } = await import("@playwright/test");
  return (await isExecutable(chromium.executablePath())) ? chromium.executablePath() : undefined;
}

/** Returns the path of the browser for component tests: Chromium's headless shell, which takes a fifth less time, or that of `findBrowser`. */
export async function findComponentBrowser() {
  return (await findProgram(["chromium-headless-shell"])) ?? (await findBrowser());
}

async function haveAll(programs) {
  return (await Promise.all(programs.map((name) => findProgram([name])))).every(Boolean);
}

const ofDebian = (debianPackage, programs = [debianPackage]) => ({ debianPackage, isThere: () => haveAll(programs) });

/** `isOptional`: the tests also run without it. */
const tools = {
  browser: { debianPackage: "chromium", isThere: async () => Boolean(await findBrowser()) },
  "component-browser": { ...ofDebian("chromium-headless-shell"), isOptional: true },
  gdal: { ...ofDebian("gdal-bin proj-data bubblewrap", ["ogr2ogr", "bwrap"]), isOptional: true },
  zip: ofDebian("zip"),
  unzip: ofDebian("unzip"),
  rclone: ofDebian("rclone"),
  curl: ofDebian("curl"),
  openssl: ofDebian("openssl"),
  nginx: ofDebian("nginx-light", ["nginx"]),
  postgres: ofDebian("postgresql-15", ["postgres"]),
  swift: ofDebian("swift-proxy swift-account swift-container swift-object memcached", [
    "swift-proxy-server",
    "swift-account-server",
    "swift-container-server",
    "swift-object-server",
    "memcached",
  ]),
};

async function findMissing(names) {
  const isThere = await Promise.all(names.map((name) => tools[name].isThere()));
  return names.filter((_, index) => !isThere[index]);
}

/** Installs missing tools as root on Debian. @param {(keyof typeof tools)[]} names @throws Error naming missing tools */
export async function ensureTools(names) {
  let missing = await findMissing(names);
  if (missing.length > 0 && process.getuid?.() === 0 && (await findProgram(["apt-get"]))) {
    await installWithApt(missing.map((name) => tools[name].debianPackage));
    missing = await findMissing(missing);
  }
  missing = missing.filter((name) => !tools[name].isOptional);
  if (missing.length === 0) return;
  const packages = missing.map((name) => tools[name].debianPackage).join(" ");
  throw new Error(
    `The tests need ${missing.join(", ")}. On Debian: sudo apt-get install ${packages}. For the browser alone: npx playwright install chromium.`,
  );
}
