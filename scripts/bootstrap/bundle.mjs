/** How the server's processes are bundled: one file each, packages left where npm put them. */
import { rm } from "node:fs/promises";

export const processes = ["web", "maps", "worker"];

/** Bundles stand one folder below the root, as their sources do, so that paths made from `import.meta.dirname` fit both. */
export const bundleFolder = { product: "dist", development: ".dev" };

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
    logLevel: "warning",
  };
}

/** Bundles the supervisor and its processes into dist/. */
export async function bundleServer() {
  const { build } = await import("esbuild");
  await rm(bundleFolder.product, { recursive: true, force: true });
  await build(bundleOptions(["main", ...processes], bundleFolder.product));
}
