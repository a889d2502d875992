/** `busy`: try again. `away`: the server is unavailable. `gone`: the upload doesn't exist. `refused`: another try would fail too. */
export type TransferFailure = "network" | "busy" | "away" | "session" | "gone" | "refused";

/** Classifies an HTTP status. @param status 0 without an answer */
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

/** Returns the message of an error body: `{ message }`, `{ error }` or plain text; null without one. */
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
    // A proxy returned an HTML page.
    return text.startsWith("<") || text.length > 300 ? null : text;
  }
}
