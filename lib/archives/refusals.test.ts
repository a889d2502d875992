import { describe, expect, it } from "vitest";
import { quoteName, refuse } from "./refusals";

describe("quoteName", () => {
  it.each([
    ["index.html", '"index.html"'],
    ["a\0b", '"a\\u0000b"'],
    ["a\u202egnp.exe", '"a\\u202egnp.exe"'],
    ["地図", '"地図"'],
    [`${"a".repeat(100)}${"b".repeat(100)}`, `"${"a".repeat(60)}…${"b".repeat(60)}"`],
  ])("returns for %j: %s", (name, quoted) => expect(quoteName(name)).toBe(quoted));
});

describe("refuse", () => {
  it("counts the names that it does not list", () => {
    const entries = ["a", "b", "c", "d", "e", "f"].map((path) => ({ path, reason: "its checksum is wrong" }));
    expect(refuse("damaged", entries.slice(0, 1), 1).message).toBe(
      'The ZIP archive is damaged. 1 entry failed the check ("a": its checksum is wrong).',
    );
    expect(refuse("damaged", entries, 1234).message).toMatch(/^The ZIP archive is damaged. 1,234 entries failed .*; and 1,229 more\)\.$/);
  });

  it("formats sizes in GB and TB", () => {
    expect(refuse("ratio", 5 * 2 ** 40, 1536).message).toBe(
      "The ZIP archive of 1.5 KB declares 5.0 TB of files, more than 200 times its own size.",
    );
  });
});
