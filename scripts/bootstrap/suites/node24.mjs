import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runQuietly, step } from "../run.mjs";
import { runVitest } from "./vitest.mjs";

/** Installs the package with the binary for this system. `node@24` only copies it, in an install script that doesn't run. */
async function installNode(folder) {
  const name = `node-${process.platform}-${process.arch}`;
  const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", `${name}@24`];
  await step("Installing Node 24", () => runQuietly("npm", args));
  return path.join(folder, "node_modules", name, "bin/node");
}

export async function runOnNode24() {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-node24-"));
  try {
    const node = await installNode(folder);
    const runs = [
      await runVitest(["unit", "contract", "conversions"], { node }),
      await runVitest(["processes"], { node, files: ["tests/integration/supervisor/start"] }),
    ];
    return {
      passed: runs.reduce((total, { passed }) => total + passed, 0),
      failed: runs.flatMap(({ failed }) => failed).map((name) => `On Node 24: ${name}`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
