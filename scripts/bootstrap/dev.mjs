/** The product from its sources, with reload on change: pages by Next itself, processes by bundling anew what changed. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOptions, processes, starters } from "./bundle.mjs";

/** Two that develop side by side in one clone differ in their port at least. */
const folder = `.dev-${process.env.PORT || 3000}`;

/** Writes the bundle when it has become another, which many a change of a source does not make it, and says so. */
function writeChanges(name, onChange) {
  let current;
  const setup = (build) =>
    build.onEnd(async ({ outputFiles = [] }) => {
      const bundle = outputFiles.find((file) => file.path.endsWith(".js"));
      if (!bundle || bundle.hash === current) return;
      const isFirst = current === undefined;
      current = bundle.hash;
      await mkdir(folder, { recursive: true });
      await Promise.all(outputFiles.map((file) => writeFile(file.path, file.contents)));
      if (!isFirst) onChange(name);
    });
  return { name: "write-changes", setup };
}

/** Bundles one process and goes on doing so when its sources change. Resolves when the first bundle is there. */
async function watch(esbuild, name, onChange) {
  const context = await esbuild.context({
    ...bundleOptions([name], folder),
    logLevel: "warning",
    write: false,
    plugins: [writeChanges(name, onChange)],
  });
  await context.rebuild();
  await context.watch();
}

export async function dev() {
  process.env.NODE_ENV = "development";
  process.env.NEXT_TELEMETRY_DISABLED ||= "1";
  const esbuild = await import("esbuild");
  await rm(folder, { recursive: true, force: true });
  let supervisor;
  await Promise.all(processes.map((name) => watch(esbuild, name, (changed) => supervisor?.restart(changed))));
  await esbuild.build(bundleOptions(starters, folder));
  process.env.SEA_VISION_PROCESS = "supervisor";
  process.env.LOG_LEVEL ||= "warn";
  process.setSourceMapsEnabled(true);
  const { main } = await import(pathToFileURL(path.resolve(folder, "main.js")).href);
  supervisor = await main({ bundleFolder: path.resolve(folder) });
}
