/** Records of slow suites that passed: which files they watch, and whether these have changed since (tests/passed.json). */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "../run.mjs";

const FILE = "tests/passed.json";
const DAY_MS = 24 * 3_600_000;

/** Folders whose files must be watched by a suite. */
const WATCHED_FOLDERS = ["lib", "server"];

async function git(folder, ...args) {
  const { code, printed } = await run("git", ["-C", folder, ...args], { quiet: true });
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${printed}`);
  return printed.split("\0").filter(Boolean);
}

const inGlob = (glob) => `:(glob)${glob}`;

/**
 * Returns the input hash of a suite: the hash of the git object ids of the files that it watches, and of package-lock.json.
 * Changes that are not staged don't count, so ask `isClean` first.
 * @param {readonly string[]} watches globs relative to the root @param {string} [folder] the repository
 */
export async function hashInputs(watches, folder = ".") {
  const entries = await git(folder, "ls-files", "--stage", "-z", "--", ...[...watches, "package-lock.json"].map(inGlob));
  return createHash("sha256").update(entries.sort().join("\n")).digest("hex");
}

/** Returns whether the work tree is what the commit says, apart from the records themselves. */
export async function isClean(folder = ".") {
  return (await git(folder, "status", "--porcelain", "-z", "--", ".", `:(exclude)${FILE}`)).length === 0;
}

/** @typedef {{ inputs: string, date: string, seconds: number }} PassedRecord date: of the day, seconds: how long the suite took */

/** @returns {Promise<Record<string, PassedRecord>>} by the name of the suite */
async function readRecords(folder) {
  try {
    return JSON.parse(await readFile(path.join(folder, FILE), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

/** @param {string} name @param {readonly string[]} watches @param {number} seconds */
export async function recordPassed(name, watches, seconds, folder = ".") {
  const record = { inputs: await hashInputs(watches, folder), date: new Date().toISOString().slice(0, 10), seconds: Math.round(seconds) };
  const records = Object.entries({ ...(await readRecords(folder)), [name]: record });
  records.sort(([a], [b]) => a.localeCompare(b));
  await writeFile(path.join(folder, FILE), `${JSON.stringify(Object.fromEntries(records), null, 2)}\n`);
}

/**
 * Chooses the slow suites to run: those whose inputs have changed since their record, and one in turn by the day, so that a wrong record
 * is found.
 * @param {Record<string, { watches: readonly string[] }>} slow by name
 * @returns {Promise<{ due: string[], reasons: string[] }>} reasons: a line for each suite
 */
export async function chooseDue(slow, { now = Date.now(), folder = "." } = {}) {
  const records = await readRecords(folder);
  const names = Object.keys(slow);
  const inTurn = names[Math.floor(now / DAY_MS) % names.length];
  const due = [];
  const reasons = [];
  for (const name of names) {
    const record = records[name];
    const isUnchanged = record?.inputs === (await hashInputs(slow[name].watches, folder));
    const isSkipped = isUnchanged && name !== inTurn;
    if (!isSkipped) due.push(name);
    const changed = record ? `its files have changed since it passed on ${record.date}` : "it has no record";
    const run = isUnchanged ? "it is its turn today" : changed;
    reasons.push(isSkipped ? `skip  ${name}: passed with these files on ${record.date} in ${record.seconds} s` : `run   ${name}: ${run}`);
  }
  return { due, reasons };
}

/**
 * Finds files that no suite watches.
 * @param {Record<string, { watches: readonly string[] }>} slow by name
 * @returns {Promise<string[]>}
 */
export async function findUnwatched(slow, folder = ".") {
  const globs = Object.values(slow).flatMap(({ watches }) => watches);
  const watched = new Set(await git(folder, "ls-files", "-z", "--", ...globs.map(inGlob)));
  return (await git(folder, "ls-files", "-z", "--", ...WATCHED_FOLDERS)).filter((file) => !watched.has(file));
}
