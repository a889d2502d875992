import { describe, expect, it } from "vitest";
import { belowTopSchema, existingSchema, itemNameSchema, itemPathSchema } from "./schema";

describe("itemPathSchema", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["a/b.c/d e", ["a", "b.c", "d e"]],
    ["a/", ["a"]],
    ["/", []],
    ["cafe\u0301", ["caf\u00e9"]],
    [".../..a/a..", ["...", "..a", "a.."]],
    ["100%/%zz/a%20b/%41", ["100%", "%zz", "a%20b", "%41"]],
    [" a / b ", [" a ", " b "]],
    ["tiles%2F1%2F0.png/a%5Cb/%0A", ["tiles%2F1%2F0.png", "a%5Cb", "%0A"]],
    ["x".repeat(255), ["x".repeat(255)]],
    // Published before such names were rejected.
    ["a/photo\u202egnp.exe", ["a", "photo\u202egnp.exe"]],
  ])("accepts %j", (text, names) => expect(itemPathSchema.parse(text)).toEqual(names));

  it.each([
    "..",
    "a/../b",
    "./a",
    "/a",
    "//",
    "a//b",
    "a\\b",
    "a\0",
    "a\u0085",
    "\ud83d",
    "%2e%2e",
    "%2E%2e%2F",
    "%252e%252e",
    "%2525252e",
    "a%2f%2e%2e%2fb",
    "..%2Fb",
    "a%5C..%5Cb",
    "%252e%252e%252fb",
    "%00",
    "a%2fb\0",
    `a%2f${"x".repeat(256)}`,
    "x".repeat(256),
    "é".repeat(128),
    Array.from({ length: 65 }, () => "a").join("/"),
    Array.from({ length: 5 }, () => "x".repeat(220)).join("/"),
    7,
    undefined,
  ])("rejects %j", (text) => expect(itemPathSchema.safeParse(text).success).toBe(false));

  it("belowTopSchema rejects the top", () => {
    for (const top of ["", "/"]) expect(belowTopSchema.safeParse(top).error?.issues[0]?.message).toBe("The top folder cannot be changed.");
  });
});

describe("itemNameSchema", () => {
  it("trims and composes a name", () => {
    expect(itemNameSchema.parse("  cafe\u0301 1 ")).toBe("caf\u00e9 1");
  });

  it.each([
    ["   ", "A name is required."],
    [undefined, "A name is required."],
    ["..", "“..” cannot be a name."],
    ["a/b", "A name cannot contain slashes, backslashes or control characters."],
    ["a%2fb", "A name cannot contain slashes, backslashes or control characters."],
    ["a%5Cb", "A name cannot contain slashes, backslashes or control characters."],
    ["photo\u202egnp.exe", "A name cannot contain slashes, backslashes or control characters."],
    ["a%0Ab", "A name cannot contain slashes, backslashes or control characters."],
    ["%2e%2e", "A name cannot contain slashes, backslashes or control characters."],
    ["é".repeat(128), "A name can have at most 255 bytes."],
  ])("rejects %j: %s", (text, message) => expect(itemNameSchema.safeParse(text).error?.issues[0]?.message).toBe(message));
});

describe("existingSchema", () => {
  it("keeps the paths as sent", () => {
    expect(existingSchema.parse({ paths: ["a/cafe\u0301/"] }).paths).toEqual([{ given: "a/cafe\u0301/", names: ["a", "caf\u00e9"] }]);
  });

  it("names the invalid path", () => {
    const { error } = existingSchema.safeParse({ paths: ["a", "../b"] });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[["paths", 1], "The path is not valid."]]);
  });
});
