/** A reporter of Vitest that keeps what its JSON report lacks: the errors outside of every test, and the files that they came from. */
import { writeFile } from "node:fs/promises";

/** Where they are written, as a list of { file, message }. */
export const UNHANDLED_ERRORS_FILE = "UNHANDLED_ERRORS_FILE";

// biome-ignore lint/style/noDefaultExport: a reporter that is named by its file is its default export.
export default class UnhandledErrors {
  async onTestRunEnd(_modules, errors) {
    const found = errors.map(({ VITEST_TEST_PATH: file = null, message = "" }) => ({ file, message: String(message).split("\n")[0] }));
    await writeFile(process.env[UNHANDLED_ERRORS_FILE], JSON.stringify(found));
  }
}
