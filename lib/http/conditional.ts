export interface Validators {
  etag: string;
  /** In the format of a Last-Modified header, or undefined when there is none. */
  lastModified: string | undefined;
}

export interface ConditionalHeaders {
  "if-match"?: string | undefined;
  "if-none-match"?: string | undefined;
  "if-modified-since"?: string | undefined;
  "if-unmodified-since"?: string | undefined;
  "if-range"?: string | undefined;
}

const listedTag = /(W\/)?("[^"]*")/g;

function listIncludes(header: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (header.trim() === "*") return true;
  for (const [, weak, tag] of header.matchAll(listedTag)) {
    if (tag === etag && (comparison === "weak" || weak === undefined)) return true;
  }
  return false;
}

const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const time = String.raw`\d\d:\d\d:\d\d`;

/** RFC 9110 §5.6.7: the current format and the obsolete RFC 850 format, then asctime, which omits the time zone. */
const gmtDate = new RegExp(String.raw`^(?:${day}, \d\d ${month} \d{4}|${longDay}, \d\d-${month}-\d\d) ${time} GMT$`);
const asctime = new RegExp(String.raw`^${day} ${month} [ \d]\d ${time} \d{4}$`);

/** Returns milliseconds since 1970, or NaN for text that is not an HTTP date, even if Date.parse accepts it. */
function parseHttpDate(text: string): number {
  if (gmtDate.test(text)) return Date.parse(text);
  return asctime.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/** Returns undefined when `date` is invalid or the representation has no date: the header is then ignored. */
function isUnchangedSince(date: string, lastModified: string | undefined): boolean | undefined {
  const since = parseHttpDate(date);
  if (Number.isNaN(since) || lastModified === undefined) return undefined;
  return Date.parse(lastModified) <= since;
}

/** Evaluates preconditions in the order of RFC 9110 §13.2.2: "send", "unchanged" (304) or "failed" (412). Decision record 0040. */
export function judgePreconditions(headers: ConditionalHeaders, { etag, lastModified }: Validators): "send" | "unchanged" | "failed" {
  const { "if-match": match, "if-none-match": noneMatch, "if-modified-since": modified, "if-unmodified-since": unmodified } = headers;
  if (match !== undefined) {
    if (!listIncludes(match, etag, "strong")) return "failed";
  } else if (unmodified !== undefined && isUnchangedSince(unmodified, lastModified) === false) {
    return "failed";
  }
  if (noneMatch !== undefined) return listIncludes(noneMatch, etag, "weak") ? "unchanged" : "send";
  return modified !== undefined && isUnchangedSince(modified, lastModified) ? "unchanged" : "send";
}

/** Returns true when If-Range (RFC 9110 §13.1.5) is absent or names exactly this representation, so that Range applies. */
export function isRangeApplicable({ "if-range": ifRange }: ConditionalHeaders, { etag, lastModified }: Validators): boolean {
  return ifRange === undefined || ifRange === etag || (lastModified !== undefined && ifRange === lastModified);
}
