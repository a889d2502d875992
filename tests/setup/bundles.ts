import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

/** Processes that tests start and kill, keyed by bundle name. */
const entryPoints = {
  worker: "server/worker.ts",
  parser: "server/parser.ts",
  maps: "server/maps.ts",
  seed: "prisma/seed.ts",
  "upload-server": "tests/integration/uploads/serve-uploads.ts",
};

export interface Bundles {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Bundles the processes that tests start. A bundle needs a third of the CPU time that the sources need to start.
 * Each run has its own folder. It is in the project root, where Node finds the packages.
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
