import { build } from "./build.mjs";
import { run, runQuietly } from "./run.mjs";

const node = process.execPath;
const biome = "node_modules/@biomejs/biome/bin/biome";

const checks = [
  { name: "types", args: ["node_modules/typescript/bin/tsc", "--noEmit"] },
  { name: "lint and format", args: [biome, "check", "--error-on-warnings", "."] },
  { name: "structure", args: ["scripts/check-structure.mjs"] },
  // Rules: cspell.config.yaml. Words of the project: cspell-words.txt.
  { name: "spelling and wording", args: ["node_modules/cspell/bin.mjs", "lint", "--no-progress"] },
  { name: "links in documents", args: ["scripts/check-links.mjs"] },
  { name: "JavaScript of the pages", args: ["scripts/check-page-weights.mjs"] },
  { name: "docs/configuration.md", args: ["--import", "tsx", "scripts/render-configuration.ts", "--check"] },
];

export async function check() {
  await runQuietly(node, ["node_modules/next/dist/bin/next", "typegen"], { NEXT_TELEMETRY_DISABLED: "1" });
  // The weights of the pages are read from the build.
  await build();
  const failed = [];
  for (const { name, args } of checks) {
    console.log(`\n── ${name}`);
    if ((await run(node, args)).code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(", ")}.`);
  console.log("\nAll checks passed.");
}

export async function format() {
  process.exitCode = (await run(node, [biome, "check", "--write", "."])).code;
}
