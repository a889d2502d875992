const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const time = String.raw`\d\d:\d\d:\d\d`;

/** RFC 9110 §5.6.7: the form in use, and the two obsolete ones (RFC 850, asctime), which a recipient must know as well. */
const imfFixdate = new RegExp(String.raw`^${day}, \d\d ${month} \d{4} ${time} GMT$`);
const rfc850 = new RegExp(String.raw`^${longDay}, \d\d-${month}-\d\d ${time} GMT$`);
const asctime = new RegExp(String.raw`^${day} ${month} [ \d]\d ${time} \d{4}$`);

/**
 * Reads a date as HTTP writes it; what else JavaScript takes for a date is none here.
 * @returns milliseconds since 1970, or null
 */
export function parseHttpDate(text: string): number | null {
  // All three are in UTC; asctime alone does not say so.
  const dated = asctime.test(text) ? `${text} GMT` : text;
  if (dated === text && !imfFixdate.test(text) && !rfc850.test(text)) return null;
  const at = Date.parse(dated);
  return Number.isNaN(at) ? null : at;
}

/** A moment as HTTP writes it. It names whole seconds, so 304 after an edit within the same second is what only an ETag prevents. */
export function httpDate(date: Date): string {
  return new Date(Math.floor(date.getTime() / 1000) * 1000).toUTCString();
}
