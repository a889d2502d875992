import { rm } from "node:fs/promises";
import { bundleViewer } from "./viewer.mjs";

export const processes = ["web", "maps", "worker"];

export const starters = ["main", "prepare", "migrate", "doctor", "backup", "restore", "admin"];

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

export async function bundleServer() {
  const esbuild = await import("esbuild");
  await rm(bundleFolder, { recursive: true, force: true });
  await esbuild.build(bundleOptions([...starters, ...processes], bundleFolder));
  await bundleViewer(esbuild, `${bundleFolder}/viewer`);
  await esbuild.stop();
}
