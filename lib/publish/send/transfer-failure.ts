/** What a request to the upload server came to when it did not succeed. */
export type TransferFailure =
  /** No answer at all. */
  | "network"
  /** The server asks for another try: it is busy with this very upload, or with everything. */
  | "busy"
  /** The server, or what it stands on, is away for the moment. */
  | "away"
  /** The session has ended; the upload itself is as it was. */
  | "session"
  /** The server has no such upload (any more). */
  | "gone"
  /** The server said no, or is broken: another try would end the same way. */
  | "refused";

/** @param status HTTP status, 0 when there was no answer */
export function classifyFailure(status: number): TransferFailure {
  switch (status) {
    case 0:
      return "network";
    case 401:
      return "session";
    case 404:
    case 410:
      return "gone";
    case 408:
    case 409:
    case 423:
    case 429:
      return "busy";
    case 502:
    case 503:
    case 504:
      return "away";
    default:
      return "refused";
  }
}

/** The server's own words in an error body: `{ message }` or `{ error }`, else plain text; null when it said nothing. */
export function reasonOf(body: string): string | null {
  const text = body.trim();
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) {
      if ("message" in value && typeof value.message === "string") return value.message;
      if ("error" in value && typeof value.error === "string") return value.error;
    }
    return null;
  } catch {
    // A proxy's page of HTML is no message for a person.
    return text.startsWith("<") || text.length > 300 ? null : text;
  }
}
