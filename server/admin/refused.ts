/** The command was rejected. Its message is printed. Exit code 1. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** The arguments are invalid, or the command was cancelled. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
