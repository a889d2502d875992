import { parseHttpDate } from "./http-date";

/** What a representation can be told apart by. */
export interface Validators {
  /** Strong, with its quotes. */
  etag: string;
  /** As a Last-Modified header has it; undefined when there is none. */
  lastModified: string | undefined;
}

/** The header fields of a conditional request; Node's IncomingHttpHeaders fits. */
export interface ConditionalHeaders {
  "if-match"?: string | undefined;
  "if-none-match"?: string | undefined;
  "if-modified-since"?: string | undefined;
  "if-unmodified-since"?: string | undefined;
  "if-range"?: string | undefined;
}

const listedTag = /(W\/)?("[^"]*")/g;

function lists(header: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (header.trim() === "*") return true;
  for (const [, weak, tag] of header.matchAll(listedTag)) {
    if (tag === etag && (comparison === "weak" || weak === undefined)) return true;
  }
  return false;
}

/** True when `date` is a date and the representation has not changed since; a date that is none counts as no header. */
function isUnchangedSince(date: string, lastModified: string | undefined): boolean | undefined {
  const since = parseHttpDate(date);
  if (since === null || lastModified === undefined) return undefined;
  return Date.parse(lastModified) <= since;
}

/**
 * Judges the preconditions of a GET or HEAD request in the order of RFC 9110 §13.2.2.
 * @returns "send" the representation, "unchanged" (304) or "failed" (412)
 */
export function judgePreconditions(headers: ConditionalHeaders, { etag, lastModified }: Validators): "send" | "unchanged" | "failed" {
  const { "if-match": match, "if-none-match": noneMatch, "if-modified-since": modified, "if-unmodified-since": unmodified } = headers;
  if (match !== undefined) {
    if (!lists(match, etag, "strong")) return "failed";
  } else if (unmodified !== undefined && isUnchangedSince(unmodified, lastModified) === false) {
    return "failed";
  }
  if (noneMatch !== undefined) return lists(noneMatch, etag, "weak") ? "unchanged" : "send";
  return modified !== undefined && isUnchangedSince(modified, lastModified) ? "unchanged" : "send";
}

/**
 * Judges If-Range (RFC 9110 §13.1.5): without it a Range holds, with it only for exactly the representation it names.
 */
export function holdsForRange({ "if-range": ifRange }: ConditionalHeaders, { etag, lastModified }: Validators): boolean {
  return ifRange === undefined || ifRange === etag || (lastModified !== undefined && ifRange === lastModified);
}
