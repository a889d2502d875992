import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const LINK = /\]\(([^)\s#]+)[^)]*\)/g;
/** A path in backticks, from the root of the project. Patterns (`*`, `<name>`, `…`) are left out. */
const SOURCE = /`((?:app|bench|cli|components|docs|lib|prisma|public|scripts|server|tests)\/[\w./[\]()-]*)`/g;
const MADE_BY_BUILD = /^(lib\/generated|cli\/dist)\//;

async function listDocuments() {
  const below = await readdir("docs", { recursive: true }).catch(() => []);
  const documents = below.map((file) => `docs/${file.replaceAll(path.sep, "/")}`);
  return [...documents, "README.md"].filter((file) => file.endsWith(".md") && existsSync(file)).sort();
}

function targetsOf(document, text) {
  const links = [...text.matchAll(LINK)].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));
  const sources = [...text.matchAll(SOURCE)].map(([, source]) => source).filter((source) => !MADE_BY_BUILD.test(source));
  return [...links.map((link) => path.posix.join(path.posix.dirname(document), link)), ...sources];
}

/** Checks that the files exist that the documents link to or name. @returns {Promise<string[]>} the problems */
export async function judgeDocuments() {
  const problems = [];
  for (const document of await listDocuments()) {
    const missing = new Set(targetsOf(document, await readFile(document, "utf8")).filter((target) => !existsSync(target)));
    problems.push(...[...missing].map((target) => `${document} → ${target}: there is no such file. Correct the name`));
  }
  return problems;
}
