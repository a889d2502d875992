import { describe, expect, it } from "vitest";
import { hasRootPaths } from "./root-paths";

function page(text: string) {
  const bytes = new TextEncoder().encode(text);
  return { path: "index.html", size: bytes.length, read: async (from: number, length: number) => bytes.slice(from, from + length) };
}

describe("hasRootPaths", () => {
  it.each([
    `<script type="module" crossorigin src="/assets/index-4f.js"></script>`,
    `<link rel="stylesheet"\n href='/app.css'>`,
    "<img src=/logo.png>",
  ])("returns true for %s", async (text) => {
    expect(await hasRootPaths(page(text))).toBe(true);
  });

  it.each([
    `<script src="assets/app.js"></script><link href="./app.css">`,
    `<script src="//cdn.example/app.js"></script>`,
    `<script src="https://cdn.example/app.js"></script>`,
    `<a href="/">Home</a>`,
    `<script>fetch("/data.json")</script>`,
  ])("returns false for %s", async (text) => {
    expect(await hasRootPaths(page(text))).toBe(false);
  });

  it.each([
    ["unclosed tags", "<script ".repeat(32_000)],
    ["a tag that never ends", `<script ${" ".repeat(250_000)}`],
    ["an attribute without a value", `<script ${"src ".repeat(60_000)}`],
  ])("returns false for a large page of %s", async (_what, text) => {
    expect(await hasRootPaths(page(text))).toBe(false);
  });
});
