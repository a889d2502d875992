import { createHash } from "node:crypto";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

export const processes = ["web", "maps", "worker"];

export const starters = ["main", "prepare", "migrate", "doctor", "backup", "restore", "admin", "parser"];

/** One folder below the root, like the sources, so that paths relative to `import.meta.dirname` fit both. */
export const bundleFolder = "dist";

/** @returns {import("esbuild").BuildOptions} */
export function bundleOptions(names, outdir) {
  return {
    entryPoints: names.map((name) => `server/${name}.ts`),
    outdir,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: true,
    logLevel: "silent",
  };
}

/** MapLibre's worker has its dependencies in it. A page can't name a file of a package. */
const WORKER = "node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs";

/** The built-in basemap. It has a hash of its own, because most releases of the viewer have the same. */
const BASEMAP = "world.pmtiles";

/**
 * Leaves out what the viewer doesn't use of zod: messages in fifty languages, which are 40 % of it, and other parts. esbuild can't leave out
 * parts of the object `z`, but of a namespace.
 */
const smallZod = {
  name: "small-zod",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "export {};" }));
    onLoad({ filter: /[\\/]lib[\\/]data-maps[\\/].*schema\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      return { contents: source.replace('import { z } from "zod"', 'import * as z from "zod"'), loader: "ts" };
    });
  },
};

/** Hashes the names and contents of files. The same sources give the same hash on every machine. */
async function hashFiles(folder, names) {
  const hash = createHash("sha256");
  for (const name of names) hash.update(`${name}\0`).update(await readFile(path.join(folder, name)));
  return hash.digest("hex");
}

/** Builds the program that shows maps of data, with a manifest of its files and their hash. */
export async function bundleViewer(esbuild, folder) {
  const basemap = { hash: await hashFiles("viewer", [BASEMAP]), files: [BASEMAP] };
  await esbuild.build({
    entryPoints: [
      { in: "viewer/main.ts", out: "viewer" },
      { in: "viewer/viewer.css", out: "viewer" },
    ],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: ["chrome111", "firefox114", "safari16.4"],
    legalComments: "eof",
    define: { WORLD_BASEMAP_HASH: JSON.stringify(basemap.hash) },
    plugins: [smallZod],
    external: ["node:*"],
    logLevel: "silent",
  });
  await copyFile(WORKER, path.join(folder, "maplibre-worker.js"));
  const files = (await readdir(folder)).filter((name) => name !== BASEMAP).sort();
  await copyFile(`viewer/${BASEMAP}`, path.join(folder, BASEMAP));
  const viewer = { hash: await hashFiles(folder, files), files };
  await writeFile(path.join(folder, "manifest.json"), JSON.stringify({ viewer, basemap }));
}

export async function bundleServer() {
  const esbuild = await import("esbuild");
  await rm(bundleFolder, { recursive: true, force: true });
  await esbuild.build(bundleOptions([...starters, ...processes], bundleFolder));
  await bundleViewer(esbuild, `${bundleFolder}/viewer`);
  await esbuild.stop();
}
