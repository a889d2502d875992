import { vi } from "vitest";

/** Records the downloads that the page starts, as path and suggested name. The browser doesn't begin them. */
export function noteDownloads(): { path: string; name: string }[] {
  const downloads: { path: string; name: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push({ path: decodeURIComponent(this.href.slice(location.origin.length)), name: this.download });
  });
  return downloads;
}
