import { describe, expect, it } from "vitest";
import { cn } from "./cn";

describe("cn", () => {
  it.each([
    ["px-3 md:px-3 px-5 md:p-0", "px-5 md:p-0"],
    ["size-4 h-8", "size-4 h-8"],
    ["shadow-pop shadow-none", "shadow-none"],
    ["hover:bg-surface hover:bg-raised bg-surface", "hover:bg-raised bg-surface"],
    ["unknown-word px-3 px-5", "unknown-word px-5"],
  ])("merges %j to %j", (text, expected) => {
    expect(cn(text)).toBe(expected);
  });
});
