/** How the server's processes are bundled: one file each, packages left where npm put them. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";

export const processes = ["web", "maps", "worker"].filter((name) => existsSync(`server/${name}.ts`));

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
    plugins: existsSync("prisma/demo-map/publish.ts") ? [] : [{ name: "interim", setup(b) {
      b.onResolve({ filter: /demo-map\/publish$/ }, () => ({ path: "x", namespace: "interim" }));
      b.onLoad({ filter: /.*/, namespace: "interim" }, () => ({ contents: "export const publishDemoMap = async () => {};" }));
    } }],
  };
}

/** Bundles the supervisor and its processes into dist/. */
export async function bundleServer() {
  const { build } = await import("esbuild");
  await rm(bundleFolder.product, { recursive: true, force: true });
  await build(bundleOptions(["main", ...processes], bundleFolder.product));
}
