/** Programs that the tests use and npm does not bring: a browser, Info-ZIP's own zip and unzip, and an object store. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { installWithApt } from "./apt.mjs";

const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

async function isExecutable(file) {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function findProgram(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  for (const file of names.flatMap((name) => folders.map((folder) => path.join(folder, name)))) {
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

async function findPlaywrightsOwn() {
  const { chromium } = await import("@playwright/test");
  return (await isExecutable(chromium.executablePath())) ? chromium.executablePath() : undefined;
}

/** What is needed: how to find it, and the Debian package that has it. */
const browser = {
  name: "Chromium",
  find: async () => (await findProgram(browserNames)) ?? findPlaywrightsOwn(),
  debianPackage: "chromium",
};
const zip = { name: "zip", find: () => findProgram(["zip"]), debianPackage: "zip" };
const unzip = { name: "unzip", find: () => findProgram(["unzip"]), debianPackage: "unzip" };
const swiftPrograms = ["swift-proxy-server", "swift-account-server", "swift-container-server", "swift-object-server", "memcached"];
const swift = {
  name: "Swift",
  find: async () => (await Promise.all(swiftPrograms.map((name) => findProgram([name])))).every(Boolean),
  debianPackage: "swift-proxy swift-account swift-container swift-object memcached",
};

const nginx = { name: "nginx", find: () => isExecutable("/usr/sbin/nginx"), debianPackage: "nginx-light" };
const postgres = {
  name: "PostgreSQL 15",
  find: () => isExecutable("/usr/lib/postgresql/15/bin/postgres"),
  debianPackage: "postgresql-15",
};

async function findMissing(tools) {
  const found = await Promise.all(tools.map((tool) => tool.find()));
  return tools.filter((_, index) => !found[index]);
}

/** As root on Debian it installs what is missing. @returns what still is */
async function installMissing(tools) {
  const missing = await findMissing(tools);
  if (missing.length === 0 || process.getuid?.() !== 0 || !(await findProgram(["apt-get"]))) return missing;
  await installWithApt(missing.map((tool) => tool.debianPackage));
  return findMissing(missing);
}

/**
 * Makes sure that the tests' programs are there. As root on Debian it installs what is missing.
 * @param {{ withBrowser: boolean }} wanted
 * @returns {Promise<string | undefined>} absolute path of the browser
 * @throws Error naming what is missing
 */
export async function ensureTools({ withBrowser }) {
  const tools = withBrowser ? [zip, unzip, browser] : [zip, unzip];
  const missing = await installMissing(tools);
  if (missing.length > 0) {
    const names = missing.map((tool) => tool.name).join(", ");
    const packages = missing.map((tool) => tool.debianPackage).join(" ");
    throw new Error(
      `The tests need ${names}. On Debian: sudo apt-get install ${packages}. For the browser alone: npx playwright install chromium.`,
    );
  }
  return withBrowser ? browser.find() : undefined;
}

const howToGetSwift = `On Debian: sudo apt-get install ${swift.debianPackage}.`;

/**
 * Makes sure that the tests have an object store that speaks S3: the one that S3_* variables tell of, or Debian's Swift.
 * @returns {Promise<string | undefined>} why there is none
 */
export async function findObjectStore() {
  if (process.env.S3_ENDPOINT || (await installMissing([swift])).length === 0) return undefined;
  return `The tests on S3 need Swift. ${howToGetSwift} Or name any other store by S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`;
}

/**
 * Makes sure that there is a store of our own to let fail: Debian's Swift, wherever the other tests keep their blobs.
 * @returns {Promise<string | undefined>} why there is none
 */
export async function findStoreForFaults() {
  if ((await installMissing([swift])).length === 0) return undefined;
  return `The tests of a failing store need Swift. ${howToGetSwift}`;
}

/**
 * Makes sure that there is everything that a cluster is made of, and a browser to look at it.
 * @returns {Promise<string | undefined>} absolute path of the browser
 * @throws Error naming what is missing
 */
export async function ensureClusterTools() {
  const missing = await installMissing([nginx, postgres, swift, browser, zip]);
  if (missing.length === 0) return browser.find();
  const names = missing.map((tool) => tool.name).join(", ");
  throw new Error(
    `The tests of a cluster need ${names}. On Debian: sudo apt-get install ${missing.map((tool) => tool.debianPackage).join(" ")}.`,
  );
}
