/** What was asked for cannot be done, and why, in words for the person at the shell. Exit code 1. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** It was not understood what is wanted, or it was called off. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
