/** Runs the tests of several instances behind nginx: tests/cluster. */
import { build } from "./build.mjs";
import { run } from "./run.mjs";
import { ensureClusterTools } from "./tools.mjs";

/** @param {string[]} files those that are named; none means all */
export async function testCluster(files) {
  const browser = await ensureClusterTools();
  await build();
  const env = { NODE_ENV: "test", ...(browser && { CHROMIUM_PATH: browser }) };
  const { code } = await run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project", "cluster", ...files], { env });
  process.exitCode = code;
}
