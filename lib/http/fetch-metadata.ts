import type { IncomingHttpHeaders } from "node:http";

/** Returns true for a browser's request to https or localhost. Node's fetch also sends Sec-Fetch-Mode, but only browsers send the site. */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers["sec-fetch-site"] !== undefined;
}

/** Returns true for a navigation in a tab or frame. For browsers without Fetch Metadata, the Accept header decides. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  return headers.accept?.includes("text/html") ?? false;
}

/** Returns true for what a link with the attribute `download` names. Chromium requests it without the cookies of the frame that has the link. */
export function isDownload(headers: IncomingHttpHeaders): boolean {
  return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "empty";
}

/** Returns true for a page that the browser loads before the user opens it. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return [headers["sec-purpose"], headers.purpose].some((purpose) => purpose?.includes("prefetch"));
}

/** Returns true for a script or image of another origin's page. Same-origin requests and navigations are not. */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return !isNavigation(headers) && site !== undefined && site !== "same-origin" && site !== "none";
}
