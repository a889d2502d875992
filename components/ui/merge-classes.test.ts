import { describe, expect, it } from "vitest";
import { mergeClasses } from "./merge-classes";

describe("mergeClasses", () => {
  it.each([
    ["px-3 md:px-3 px-5 md:p-0", "px-5 md:p-0"],
    ["size-4 h-8", "size-4 h-8"],
    ["hover:bg-surface hover:bg-raised bg-surface", "hover:bg-raised bg-surface"],
    ["unknown-word px-3 unknown-word", "px-3 unknown-word"],
  ])("merges %j to %j", (text, expected) => {
    expect(mergeClasses(text)).toBe(expected);
  });
});
