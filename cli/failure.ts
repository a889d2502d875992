/** Exit codes. See docs/command-line.md. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  signedOut: 3,
  refused: 4,
  unreachable: 5,
  unpublishable: 6,
  interrupted: 130,
} as const;

export type FailureKind = keyof typeof exitCodes;

export class ClientFailure extends Error {
  override readonly name = "ClientFailure";

  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the reason of an aborted signal as a failure. */
export function failureOf(error: unknown): ClientFailure {
  if (error instanceof ClientFailure) return error;
  return new ClientFailure("failed", error instanceof Error ? error.message : String(error));
}
