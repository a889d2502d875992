import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

/** Processes that tests start and kill, by the name of their bundle. */
const entryPoints = {
  worker: "server/worker.ts",
  maps: "server/maps.ts",
  seed: "prisma/seed.ts",
  "upload-server": "tests/integration/uploads/serve-uploads.ts",
};

/** The bundled processes of one run. */
export interface Bundles {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Bundles the processes that tests start. A bundle starts in a third of the CPU time that Node needs for the sources.
 * The folder is in the project's root, where Node finds the packages; every run has its own.
 */
export async function bundleProcesses(): Promise<Bundles> {
  const folder = await mkdtemp(path.resolve(".test-processes-"));
  await build({
    entryPoints,
    outdir: folder,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: true,
    logLevel: "warning",
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
