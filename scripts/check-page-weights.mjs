/** Checks the JavaScript of the build: how much the first load of each page transfers, gzip, and that every import loads what it needs. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const folder = process.env.SEA_VISION_DIST_DIR || ".next";

/** Kilobytes of 1,000 bytes. The dashboard of a role is not counted: the server chooses it. bench/pages measures it. */
const LIMIT = 260;
/** A visitor opens the sign-in screen with an empty cache, and `/` leads there. */
const SIGN_IN_LIMIT = 170;
const limitOf = (route) => (route === "/" || route === "/login" ? SIGN_IN_LIMIT : LIMIT);

async function scriptsOf(manifest) {
  globalThis.__RSC_MANIFEST = {};
  await import(pathToFileURL(path.resolve(manifest)).href);
  return Object.values(globalThis.__RSC_MANIFEST).flatMap(({ entryJSFiles }) => Object.values(entryJSFiles).flat());
}

const sizes = new Map();
async function sizeOf(script) {
  if (!sizes.has(script)) sizes.set(script, gzipSync(await readFile(path.join(folder, script))).length);
  return sizes.get(script);
}

const { rootMainFiles } = JSON.parse(await readFile(path.join(folder, "build-manifest.json"), "utf8"));
const pages = path.join(folder, "server/app");
const manifests = (await readdir(pages, { recursive: true })).filter((file) => file.endsWith("page_client-reference-manifest.js"));
const rows = {};
for (const manifest of manifests.sort()) {
  const route = `/${path
    .dirname(manifest)
    .split(path.sep)
    .filter((part) => !/^\(.*\)$/.test(part))
    .join("/")}`.replace(/\/\.$/, "/");
  if (route.startsWith("/_")) continue;
  const scripts = new Set([...rootMainFiles, ...(await scriptsOf(path.join(pages, manifest)))]);
  let bytes = 0;
  for (const script of scripts) bytes += await sizeOf(script);
  rows[route] = { KB: Math.round(bytes / 1_000), limit: limitOf(route) };
}
console.table(rows);

const heavy = Object.entries(rows).filter(([, { KB, limit }]) => KB > limit);
for (const [route, { KB, limit }] of heavy) {
  const advice = "Load what is seen later by lazyPart (components/shared/lazy-part.tsx).";
  console.error(`${route} loads ${KB} KB of JavaScript, more than ${limit}. ${advice}`);
}

/**
 * Finds imports for which one group of chunks loads nothing, because the module is in the group, and another one loads chunks. Turbopack
 * gives both the same id, and the first that arrives serves both. Then the import fails while the rest of its group is loading.
 */
async function findSharedImports() {
  const chunks = path.join(folder, "static/chunks");
  const [complete, loading] = [new Set(), new Set()];
  for (const file of (await readdir(chunks)).filter((name) => name.endsWith(".js"))) {
    const code = await readFile(path.join(chunks, file), "utf8");
    for (const [, id, , how] of code.matchAll(/[,[](\d+),(\w)=>\{\2\.v\(\w=>Promise\.(resolve|all)\(/g)) {
      (how === "resolve" ? complete : loading).add(id);
    }
  }
  return [...complete].filter((id) => loading.has(id));
}

const shared = await findSharedImports();
for (const id of shared) {
  console.error(
    `The import of module ${id} is shared by a page and code that contains the module. Pass the schema or component to one of them.`,
  );
}
process.exitCode = heavy.length > 0 || shared.length > 0 ? 1 : 0;
