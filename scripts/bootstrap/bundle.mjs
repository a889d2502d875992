/** How the server's processes are bundled: one file each, packages left where npm put them. */
import { rm } from "node:fs/promises";

/** What runs all the time under the supervisor. */
export const processes = ["web", "maps", "worker"];

/** The supervisor itself, and what runs once. */
export const starters = ["main", "prepare", "migrate", "doctor", "backup", "restore", "admin"];

/** Bundles stand one folder below the root, as their sources do, so that paths made from `import.meta.dirname` fit both. */
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

/** Bundles everything for `npm start`. */
export async function bundleServer() {
  const { build, stop } = await import("esbuild");
  await rm(bundleFolder, { recursive: true, force: true });
  await build(bundleOptions([...starters, ...processes], bundleFolder));
  // Its helper process would stay as long as this one.
  await stop();
}
