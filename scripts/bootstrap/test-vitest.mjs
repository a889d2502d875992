/** Runs Vitest over kinds of tests. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { run } from "./run.mjs";
import { listFailedFiles, readVitest, withExitCode } from "./test-results.mjs";
import { UNHANDLED_ERRORS_FILE } from "./unhandled-errors.mjs";

/** More failed files than this have a cause that a second try does not heal. */
const SECOND_TRY_FILES = 5;

async function readJson(file, otherwise) {
  return JSON.parse(await readFile(file, "utf8").catch(() => otherwise));
}

/** @returns {Promise<{ code: number, report: object }>} the report is Vitest's own, with the errors outside of tests as `unhandled` */
async function runOnce(kinds, files, name, env) {
  const [report, unhandled] = [`${name}.json`, `${name}-unhandled.json`];
  const projects = kinds.flatMap((kind) => ["--project", kind]);
  const reporters = ["default", "json", path.join(import.meta.dirname, "unhandled-errors.mjs")].map((one) => `--reporter=${one}`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--passWithNoTests",
    ...projects,
    ...reporters,
    `--outputFile.json=${report}`,
    ...files,
  ];
  const { code } = await run(process.execPath, args, { env: { ...env, [UNHANDLED_ERRORS_FILE]: unhandled } });
  return { code, report: { ...(await readJson(report, "{}")), unhandled: await readJson(unhandled, "[]") } };
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
  const first = await runOnce(kinds, [], path.join(folder, `vitest-${blobs}`), env);
  const failedFiles = listFailedFiles(first.report);
  if (!process.env.CI || failedFiles.length === 0 || failedFiles.length > SECOND_TRY_FILES) {
    return withExitCode(readVitest(first.report, undefined, root), first.code, "Vitest");
  }
  console.log(`\nOnce more: ${failedFiles.map((file) => path.relative(root, file)).join(", ")}\n`);
  const second = await runOnce(kinds, failedFiles, path.join(folder, `vitest-${blobs}-again`), env);
  return withExitCode(readVitest(first.report, second.report, root), second.code, "Vitest");
}
