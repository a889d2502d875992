/** Bundles the command-line client into one file with a package.json, so that npm can pack and install it. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { hashSources } from "./source-hash.mjs";

const folder = "cli/dist";
const sources = [
  "cli/main.ts",
  ...["account", "commands", "net", "projects", "push", "report", "source", "state"].map((name) => `cli/${name}`),
];
const shared = ["cli/failure.ts", "lib", "package-lock.json", "scripts/bootstrap/client.mjs"];

/** @param {string} outfile @returns {Promise<import("esbuild").BuildOptions>} */
export async function clientBundle(outfile) {
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  return {
    entryPoints: ["cli/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    mainFields: ["module", "main"],
    minifySyntax: true,
    legalComments: "inline",
    define: { "process.env.SEA_VISION_CLIENT_VERSION": JSON.stringify(version) },
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire as createRequireOfBundle } from "node:module";\nconst require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "silent",
  };
}

async function writePackage() {
  const { name, version, engines, license } = JSON.parse(await readFile("package.json", "utf8"));
  const manifest = {
    name,
    version,
    description: "Publishes map sites to Sea-Vision from scripts.",
    license,
    private: true,
    type: "module",
    engines,
    bin: { "sea-vision": "sea-vision.mjs" },
    files: ["sea-vision.mjs"],
  };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Builds the client unless it is current. @returns {Promise<string>} path of the bundle */
export async function buildClient() {
  const bundle = path.resolve(folder, "sea-vision.mjs");
  const stamp = path.join(folder, "source-hash");
  const hash = await hashSources([...sources, ...shared]);
  if ((await readFile(stamp, "utf8").catch(() => undefined)) === hash) return bundle;
  const { build, stop } = await import("esbuild");
  await mkdir(folder, { recursive: true });
  await rm(stamp, { force: true });
  // Renamed at the end, because another process may run the former bundle.
  const fresh = path.resolve(folder, `sea-vision.${process.pid}.mjs`);
  await build(await clientBundle(fresh));
  await stop();
  await chmod(fresh, 0o755);
  await rename(fresh, bundle);
  await writePackage();
  await writeFile(stamp, hash);
  return bundle;
}
