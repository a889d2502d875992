/** Checks the JavaScript of the build: how much the first load of each page transfers, gzip, and that every import loads what it needs. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const folder = process.env.SEA_VISION_DIST_DIR || ".next";

/** Kilobytes of 1,000 bytes: the limit, which is what was reached and a little more, and the aim. Lower a limit after an improvement.
 * The dashboard of a role, about 24 KB, is not counted: the server chooses it. bench/pages measures it. */
const limits = {
  "/": { limit: 151, aim: 150 },
  "/login": { limit: 151, aim: 150 },
  "/reset-password": { limit: 155, aim: 230 },
  "/second-factor": { limit: 154, aim: 230 },
  "/change-password": { limit: 204, aim: 230 },
  "/invitation": { limit: 155, aim: 230 },
  "/dashboard": { limit: 169, aim: 230 },
  "/projects": { limit: 213, aim: 230 },
  "/users": { limit: 180, aim: 230 },
  "/admin-management": { limit: 179, aim: 230 },
  "/file-manager": { limit: 190, aim: 230 },
  "/share-links": { limit: 178, aim: 230 },
  "/audit-log": { limit: 180, aim: 230 },
  "/api-tokens": { limit: 180, aim: 230 },
  "/settings": { limit: 180, aim: 230 },
  "/api-docs": { limit: 171, aim: 230 },
};

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
  rows[route] = { KB: Math.round(bytes / 1_000), ...limits[route] };
}
console.table(rows);

const heavy = Object.entries(rows).filter(([, { KB, limit = 0 }]) => KB > limit);
for (const [route, { KB, limit }] of heavy) {
  const advice = limit ? "Load what is seen later by lazyPart (components/shared/lazy-part.tsx)." : "Add a limit for it.";
  console.error(`${route} loads ${KB} KB of JavaScript, more than ${limit ?? "no limit"}. ${advice}`);
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
