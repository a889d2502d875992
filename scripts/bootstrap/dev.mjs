/** Runs the product from its sources. Next reloads changed pages; changed processes are bundled and restarted. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { bundleFolder, bundleOptions, bundleViewer, processes, starters } from "./bundle.mjs";
import { becomeProcess } from "./start.mjs";

const folder = `.dev-${process.env.PORT || 3000}`;

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
  await bundleViewer(esbuild, `${bundleFolder}/viewer`);
  let supervisor;
  await Promise.all(processes.map((name) => watch(esbuild, name, (changed) => supervisor?.restart(changed))));
  await esbuild.build(bundleOptions(starters, folder));
  const { main } = await becomeProcess("main", folder, "warn");
  supervisor = await main({ bundleFolder: path.resolve(folder) });
}
