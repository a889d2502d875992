import type { IncomingHttpHeaders } from "node:http";

/**
 * True when somebody goes to a page, in a tab or a frame, rather than a page fetching a part of itself.
 * Browsers without Fetch Metadata are judged by what they accept.
 */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  return headers.accept?.includes("text/html") ?? false;
}
