import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { isMapView } from "./map-view";

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  status?: number;
  file?: string;
}

const tab = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "same-site" };
const frame = { ...tab, "sec-fetch-dest": "iframe" };
/** A browser on plain http, which sends no Fetch Metadata. */
const plain = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

function counts({ method = "GET", headers = tab, status = 200, file = "index.html" }: Asked): boolean {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, headers });
  return isMapView(request, status, file);
}

it.each<[string, Asked]>([
  ["in the application's frame", { headers: frame }],
  ["in a frame of a frameset", { headers: { ...tab, "sec-fetch-dest": "frame" } }],
  ["in a tab by a link of the application", {}],
  ["by a link on a page of another site", { headers: { ...tab, "sec-fetch-site": "cross-site" } }],
  ["by a typed address or a bookmark", { headers: { ...tab, "sec-fetch-site": "none" } }],
  ["from the browser's cache", { status: 304 }],
  ["at another page than the entry page", { file: "pages/About.HTM" }],
  ["at an XHTML page", { file: "index.xhtml" }],
  ["by a browser without Sec-Fetch-Dest", { headers: { "sec-fetch-mode": "navigate", "sec-fetch-site": "none" } }],
  ["on plain http by the application", { headers: { ...plain, referer: "http://localhost:3000/" } }],
  ["on plain http by a typed address", { headers: plain }],
])("isMapView returns true for a map opened %s", (_, asked) => {
  expect(counts(asked)).toBe(true);
});

it.each<[string, Asked]>([
  ["HEAD", { method: "HEAD" }],
  ["a prefetched page", { headers: { ...tab, "sec-purpose": "prefetch" } }],
  ["a page rendered in advance", { headers: { ...tab, "sec-purpose": "prefetch;prerender" } }],
  ["a page prefetched by an older browser", { headers: { ...plain, purpose: "prefetch" } }],
  ["a navigation within the map", { headers: { ...tab, "sec-fetch-site": "same-origin" } }],
  ["a frame of the map itself", { headers: { ...frame, "sec-fetch-site": "same-origin" } }],
  ["a navigation within the map on plain http", { headers: { ...plain, referer: "http://localhost:3001/projects/maps/harbour/" } }],
  ["a page in an object element", { headers: { ...tab, "sec-fetch-dest": "object" } }],
  ["a page that a script fetches", { headers: { ...tab, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } }],
  ["a script or image that a program fetches", { headers: { accept: "*/*" } }],
  ["a tile", { headers: { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, file: "1.png" }],
  ["an image in a separate tab", { file: "legend.png" }],
  ["data in a separate tab", { file: "berths.json" }],
  ["a file without an extension", { file: "README" }],
  ["a part of a page", { status: 206 }],
  ["a failed precondition", { status: 412 }],
])("isMapView returns false for %s", (_, asked) => {
  expect(counts(asked)).toBe(false);
});
