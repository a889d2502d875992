/** What the command ends with. docs/command-line.md tells people. */
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

/** Why the command ends early, in words for the person. */
export class ClientFailure extends Error {
  override readonly name = "ClientFailure";

  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

/** @returns the reason of a signal as a failure: whatever ends a command early says why */
export function failureOf(error: unknown): ClientFailure {
  if (error instanceof ClientFailure) return error;
  return new ClientFailure("failed", error instanceof Error ? error.message : String(error));
}
