import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "../run.mjs";
import { readVitest, withExitCode } from "./results.mjs";

async function readJson(file, missing) {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? missing : JSON.parse(text);
}

/**
 * Runs projects of vitest.config.ts.
 * @param {string[]} projects
 * @param {{ files?: string[], env?: Record<string, string | undefined>, node?: string, quiet?: boolean }} [options]
 *   files: parts of paths. quiet: its output is printed when it has ended
 * @returns {Promise<import("./results.mjs").Results>}
 */
export async function runVitest(projects, { files = [], env = {}, node = process.execPath, quiet = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-vitest-"));
  const [report, errors] = [path.join(folder, "report.json"), path.join(folder, "errors.json")];
  try {
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      "--reporter=./scripts/bootstrap/suites/error-reporter.mjs",
      `--outputFile.json=${report}`,
      ...files,
    ];
    const { code, printed } = await run(node, args, { quiet, env: { NODE_ENV: "test", TEST_ERRORS_FILE: errors, ...env } });
    if (quiet) console.log(printed);
    const results = readVitest(await readJson(report, {}), process.cwd());
    return withExitCode(results, code, `Vitest (${projects.join(", ")})`, await readJson(errors, []));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
