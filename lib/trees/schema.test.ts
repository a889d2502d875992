import { describe, expect, it } from "vitest";
import { toEntryName } from "./schema";

describe("toEntryName", () => {
  it.each([
    ["index.html", "index.html"],
    ["Straße 1.PNG", "Straße 1.PNG"],
    ["e\u0301t\u00e9", "\u00e9t\u00e9"],
    ["...", "..."],
    [" ", " "],
  ])("accepts %j", (text, name) => {
    expect(toEntryName(text)).toBe(name);
  });

  it.each(["", ".", "..", "a/b", "a\\b", "/", "a\0", "line\n", "\u007f", "\u0085"])("rejects %j", (text) => {
    expect(toEntryName(text)).toBeNull();
  });
});
