/** Runs Vitest over kinds of tests. */
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { run } from "./run.mjs";
import { listFailedFiles, readVitest, withExitCode } from "./test-results.mjs";

/** More failed files than this have a cause that a second try does not heal. */
const SECOND_TRY_FILES = 5;

/** @returns {Promise<{ code: number, report: object }>} */
async function runOnce(kinds, files, report, env) {
  await rm(report, { force: true });
  const projects = kinds.flatMap((kind) => ["--project", kind]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--passWithNoTests", ...projects, ...reporters, ...files];
  const { code } = await run(process.execPath, args, { env });
  return { code, report: JSON.parse(await readFile(report, "utf8").catch(() => "{}")) };
}

/**
 * In CI the files in which something failed are run once more, as Playwright's tests are: each has a database of its own, so a file is
 * what can be repeated. What passes only then is named in the end, for it has to be mended all the same.
 * @param {string[]} kinds
 * @param {{ folder: string, browser?: string, blobs: "disk" | "s3" }} options folder: where reports go
 * @returns {Promise<import("./test-results.mjs").Results>}
 */
export async function runVitest(kinds, { folder, browser, blobs }) {
  const env = { NODE_ENV: "test", TEST_BLOBS: blobs, ...(browser && { CHROMIUM_PATH: browser }) };
  const root = process.cwd();
  const first = await runOnce(kinds, [], path.join(folder, `vitest-${blobs}.json`), env);
  const failedFiles = listFailedFiles(first.report);
  if (!process.env.CI || failedFiles.length === 0 || failedFiles.length > SECOND_TRY_FILES) {
    return withExitCode(readVitest(first.report, undefined, root), first.code, "Vitest");
  }
  console.log(`\nOnce more: ${failedFiles.map((file) => path.relative(root, file)).join(", ")}\n`);
  const second = await runOnce(kinds, failedFiles, path.join(folder, `vitest-${blobs}-again.json`), env);
  return withExitCode(readVitest(first.report, second.report, root), second.code, "Vitest");
}
