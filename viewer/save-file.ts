import { element } from "./element";

/** The browser has read the file by then. */
const LINK_MILLISECONDS = 60_000;

/** Lets the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  element("a", { href: url, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), LINK_MILLISECONDS);
}

/** Returns a title as the name of a file, without its ending. */
export const fileName = (title: string) => title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "map";
