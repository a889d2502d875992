import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { build } from "./build.mjs";
import { run, runQuietly } from "./run.mjs";

const node = process.execPath;
const biome = "node_modules/@biomejs/biome/bin/biome";

/** The longest first, because they run side by side. */
const checks = [
  { name: "types", args: ["node_modules/typescript/bin/tsc", "--noEmit"] },
  // Rules: cspell.config.yaml. Words of the project: cspell-words.txt.
  { name: "spelling and wording", args: ["node_modules/cspell/bin.mjs", "lint", "--no-progress"] },
  { name: "lint and format", args: [biome, "check", "--error-on-warnings", "."] },
  { name: "structure", args: ["scripts/check-structure.mjs"] },
  { name: "docs/configuration.md", args: ["--import", "tsx", "scripts/render-configuration.ts", "--check"] },
  { name: "links in documents", args: ["scripts/check-links.mjs"] },
  { name: "watched files", args: ["scripts/check-watched-files.mjs"] },
];

/** Returns whether it passed. Prints what the check prints when it has ended, so that two don't mix. */
async function runCheck({ name, args }) {
  const started = performance.now();
  const { code, printed } = await run(node, args, { quiet: true });
  console.log(`\n── ${name} (${Math.round((performance.now() - started) / 1000)} s)\n${printed.trimEnd()}`);
  return code === 0;
}

/** The weights of the pages are read from the build. */
async function checkPages() {
  await build();
  return runCheck({ name: "JavaScript of the pages", args: ["scripts/check-page-weights.mjs"] });
}

export async function check() {
  await runQuietly(node, ["node_modules/next/dist/bin/next", "typegen"], { NEXT_TELEMETRY_DISABLED: "1" });
  const limit = pLimit(availableParallelism());
  const all = [
    { name: "JavaScript of the pages", run: checkPages },
    ...checks.map((one) => ({ name: one.name, run: () => runCheck(one) })),
  ];
  const passed = await Promise.all(all.map(({ run: runOne }) => limit(runOne)));
  const failed = all.filter((_, index) => !passed[index]).map(({ name }) => name);
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(", ")}.`);
  console.log("\nAll checks passed.");
}

export async function format() {
  process.exitCode = (await run(node, [biome, "check", "--write", "."])).code;
}
