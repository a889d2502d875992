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

/** The letters of printed maps: Inter, of which PDF files get the used ones. */
const PRINT_FONTS = {
  "print-regular.ttf": "node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "print-semibold.ttf": "node_modules/@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
};

/**
 * Leaves out what jsPDF would load to draw HTML and SVG. It gets a copy of fflate, because the viewer would load the parts that only jsPDF
 * uses.
 */
const smallPdf = {
  name: "small-pdf",
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^fflate$/ }, async ({ path: name, pluginData, importer, ...place }) => {
      if (pluginData === "resolved" || !/[\\/](jspdf|fast-png|iobuffer)[\\/]/.test(importer)) return;
      return { ...(await resolve(name, { ...place, importer, pluginData: "resolved" })), suffix: "?print" };
    });
    onResolve({ filter: /^(canvg|dompurify|html2canvas)$/ }, ({ path: name }) => ({ path: name, namespace: "unused" }));
    onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: "" }));
  },
};

/**
 * Leaves out what the viewer doesn't use of zod: messages in fifty languages, which are 40 % of it, JSON schemas and other parts. esbuild
 * can't leave out parts of the object `z`, but of a namespace.
 */
const smallZod = {
  name: "small-zod",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "export {};" }));
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/ }, async ({ path: file }) => {
      const functions = (await readFile(file, "utf8")).matchAll(/^export (?:const|function) (\w+)/gm);
      return { contents: Array.from(functions, ([, name]) => `export const ${name} = () => undefined;`).join("\n") };
    });
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
    plugins: [smallZod, smallPdf],
    loader: { ".svg": "text" },
    external: ["node:*"],
    logLevel: "silent",
  });
  await copyFile(WORKER, path.join(folder, "maplibre-worker.js"));
  for (const [name, file] of Object.entries(PRINT_FONTS)) await copyFile(file, path.join(folder, name));
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
