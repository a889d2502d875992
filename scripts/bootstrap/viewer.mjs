import { createHash } from "node:crypto";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** MapLibre's worker has its dependencies in it. A page can't name a file of a package. */
const WORKER = "node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs";

/** Hashes the names and contents of files. The same sources give the same hash on every machine. */
async function hashFiles(folder, names) {
  const hash = createHash("sha256");
  for (const name of names) hash.update(`${name}\0`).update(await readFile(path.join(folder, name)));
  return hash.digest("hex");
}

/** Builds the program that shows maps of data, with a manifest of its files and their hash. */
export async function bundleViewer(esbuild, folder) {
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
    legalComments: "none",
    external: ["node:*"],
    logLevel: "silent",
  });
  await copyFile(WORKER, path.join(folder, "maplibre-worker.js"));
  const files = (await readdir(folder)).sort();
  await writeFile(path.join(folder, "manifest.json"), JSON.stringify({ hash: await hashFiles(folder, files), files }));
}
