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

const NAMED = 10;

/** Escapes control characters, which a terminal could interpret as commands. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

export class Problems {
  private readonly lines: string[] = [];
  private count = 0;

  add(path: string, what: string): void {
    this.count += 1;
    if (this.lines.length < NAMED) this.lines.push(`  ${printable(path)} ${what}`);
  }

  throwIfAny(): void {
    if (this.count === 0) return;
    const rest = this.count - this.lines.length;
    const more = rest > 0 ? [`  and ${rest.toLocaleString("en-US")} more`] : [];
    throw new ClientFailure("unpublishable", ["The folder cannot be published:", ...this.lines, ...more].join("\n"));
  }
}
