import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { clients, descriptions, domains, infrastructure } from "./layers.mjs";

const NOTED_LINES = 250;
const MOST_LINES = 300;

const domainModules = ["schema", "values", "data", "mutations", "policy", "present", "jobs"];
const libFiles = ["env", "errors", "keyed-semaphore"];
const topFolders = ["app", "bench", "cli", "components", "docs", "lib", "prisma", "public", "scripts", "server", "tests", "viewer"];
const isCode = (file) => /\.(ts|tsx|mts|mjs|js)$/.test(file);
const isSkipped = (file) => /^(node_modules|dist|cli\/dist|test-results|playwright-report|coverage|lib\/generated)$|^\./.test(file);

/** @returns {Promise<{ path: string, lines: number }[]>} all code files below the folder, sorted by their POSIX paths */
export async function listCodeFiles(folder = ".") {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (isSkipped(file)) continue;
    if (entry.isDirectory()) found.push(...(await listCodeFiles(file)));
    else if (isCode(file)) found.push({ path: file, lines: (await readFile(file, "utf8")).split("\n").length - 1 });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function folderProblem(file) {
  const [top, folder, ...rest] = file.split("/");
  if (folder === undefined) return undefined;
  if (!topFolders.includes(top)) return `unknown folder ${top}/: use one of ${topFolders.join(", ")}`;
  if (top !== "lib") return undefined;
  if (rest.length === 0) {
    const name = folder.replace(/(\.test)?\.ts$/, "");
    return libFiles.includes(name)
      ? undefined
      : `only ${libFiles.join(", ")} may be directly in lib: move it into a domain or an infrastructure folder`;
  }
  if ([...infrastructure, ...clients, ...domains, ...descriptions].includes(folder)) return undefined;
  return `lib/${folder} is neither a known domain nor known infrastructure: move it, or add it in scripts/check-structure/layers.mjs`;
}

function nameProblem(file) {
  const name = path.posix.basename(file);
  const stem = name.replace(/(\.test|\.d|\.config)?\.\w+$/, "");
  if (stem === "index") return "index files are barrels: import from the file that defines the thing, and delete this one";
  if (/^(utils?|helpers?|misc|common|stuff)$/.test(stem)) return "a name without meaning: name the file after what it does";
  const [, domain] = /^lib\/([^/]+)\/[^/]+$/.exec(file) ?? [];
  if (!domain || !domains.includes(domain) || domainModules.includes(stem)) return undefined;
  return `a domain has only ${domainModules.join(", ")}: move the code into one of them, or into a subfolder named after what it does`;
}

function testProblem(file, all) {
  if (!/\.test\.tsx?$/.test(file) || file.startsWith("tests/")) return undefined;
  const source = file.replace(/\.test\.tsx?$/, "");
  if (["ts", "tsx", "mjs", "mts"].some((extension) => all.has(`${source}.${extension}`))) return undefined;
  return "a unit test is next to the file it tests and has its name: rename it, or move it to tests/";
}

function lengthProblem(lines) {
  if (lines <= MOST_LINES) return undefined;
  return `${lines} lines: split it by what it does (at most ${MOST_LINES} lines)`;
}

/**
 * Checks paths and lengths of files.
 * @param {{ path: string, lines: number }[]} files
 * @returns {{ problems: string[], notes: string[] }} only problems fail the check
 */
export function checkFiles(files) {
  const all = new Map(files.map((file) => [file.path, file.lines]));
  const problems = [];
  for (const { path: file, lines } of files) {
    const found = [folderProblem(file), nameProblem(file), testProblem(file, all), lengthProblem(lines)];
    problems.push(...found.filter(Boolean).map((problem) => `${file}: ${problem}`));
  }
  const long = files.filter(({ lines }) => lines > NOTED_LINES && lines <= MOST_LINES);
  return { problems, notes: long.map(({ path: file, lines }) => `${file}: ${lines} lines, could it be two files?`) };
}
