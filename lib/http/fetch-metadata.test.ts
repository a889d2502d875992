import type { IncomingHttpHeaders } from "node:http";
import { expect, it } from "vitest";
import { isNavigation } from "./fetch-metadata";

it.each<[string, IncomingHttpHeaders, boolean]>([
  ["a tab", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, true],
  ["a frame", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, true],
  ["an image", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image", accept: "image/*" }, false],
  ["a fetch for HTML", { "sec-fetch-mode": "cors", accept: "text/html" }, false],
  ["an old browser's page", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }, true],
  ["an old browser's image", { accept: "image/png,*/*" }, false],
  ["a plain program", { accept: "*/*" }, false],
  ["a program without these headers", {}, false],
])("isNavigation decides for %s", (_, headers, answer) => {
  expect(isNavigation(headers)).toBe(answer);
});
