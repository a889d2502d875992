import type { IncomingHttpHeaders } from "node:http";

/** Returns true for a browser's request: browsers send Fetch Metadata to https and to localhost. */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"].some((name) => headers[name] !== undefined);
}

/** Returns true for a navigation in a tab or frame. For browsers without Fetch Metadata, the Accept header decides. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  return headers.accept?.includes("text/html") ?? false;
}
