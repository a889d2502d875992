import { writeFileSync } from "node:fs";

/** A reporter of Vitest that writes the errors outside of tests, such as the death of a worker, which its JSON report leaves out. */
export default class ErrorReporter {
  onTestRunEnd(_modules, errors) {
    const file = process.env.TEST_ERRORS_FILE;
    const lines = errors.flatMap(({ cause, message, stack }) => [...(cause?.message ? [cause.message] : []), stack ?? message]);
    if (file) writeFileSync(file, JSON.stringify(lines));
  }
}
