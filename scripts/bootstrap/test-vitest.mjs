import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "./run.mjs";
import { readVitest, withExitCode } from "./test-results.mjs";

/**
 * Runs projects of vitest.config.ts.
 * @param {string[]} projects
 * @param {{ files?: string[], env?: Record<string, string | undefined>, node?: string }} [options] files: parts of paths
 * @returns {Promise<import("./test-results.mjs").Results>}
 */
export async function runVitest(projects, { files = [], env = {}, node = process.execPath } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-vitest-"));
  const report = path.join(folder, "report.json");
  try {
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...files,
    ];
    const { code } = await run(node, args, { env: { NODE_ENV: "test", ...env } });
    const results = readVitest(JSON.parse(await readFile(report, "utf8").catch(() => "{}")), process.cwd());
    return withExitCode(results, code, `Vitest (${projects.join(", ")})`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
