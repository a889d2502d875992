import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** Vitest ends its workers with it. */
const ENDED_BY_VITEST = "SIGTERM";

/**
 * A reporter of Vitest that writes the errors outside of tests, which its JSON report leaves out. Of a worker that has died it
 * names the exit code or signal, and the files whose tests it had not ended.
 */
export default class ErrorReporter {
  #running = new Set();
  #deaths = [];

  onInit() {
    subscribe("child_process", ({ process: child }) =>
      child.once("exit", (code, signal) => {
        const isWorker = child.spawnargs.some((part) => part.includes("/vitest/dist/"));
        if (isWorker && code !== 0 && signal !== ENDED_BY_VITEST) this.#deaths.push(`Worker ${child.pid} ended with ${signal ?? code}.`);
      }),
    );
  }

  onTestModuleStart({ moduleId }) {
    this.#running.add(path.relative(process.cwd(), moduleId));
  }

  onTestModuleEnd({ moduleId }) {
    this.#running.delete(path.relative(process.cwd(), moduleId));
  }

  onTestRunEnd(_modules, errors) {
    const file = process.env.TEST_ERRORS_FILE;
    if (!file) return;
    const unfinished = [...this.#running].map((name) => `Not ended: ${name}`);
    const lines = errors.flatMap(({ cause, message, stack }) => [...(cause?.message ? [cause.message] : []), stack ?? message]);
    writeFileSync(file, JSON.stringify(errors.length > 0 ? [...this.#deaths, ...unfinished, ...lines] : []));
  }
}
