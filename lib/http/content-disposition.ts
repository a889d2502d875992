import { create } from "content-disposition";

/** Returns a Content-Disposition header (RFC 6266). Clients without `filename*` see "_" for characters that they would misread. */
export function contentDisposition(type: "attachment" | "inline", name: string): string {
  // Half of a surrogate pair can't be encoded as UTF-8.
  const wellFormed = name.replace(/\p{Surrogate}/gu, "\ufffd");
  return create(wellFormed, { type, fallback: wellFormed.replace(/[^\x20-\x7e]|["\\%]/g, "_") });
}
