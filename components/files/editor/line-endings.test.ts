import { describe, expect, it } from "vitest";
import { indentOf, lineEndingOf, lineSeparatorOf, withLineEnds } from "./line-endings";

describe("lineEndingOf", () => {
  it.each([
    ["", "LF"],
    ["one line", "LF"],
    ["a\nb\n", "LF"],
    ["a\r\nb\r\n", "CRLF"],
    ["\r\n", "CRLF"],
    ["a\rb\r", "CR"],
    ["a\r\nb\n", "mixed"],
    ["a\nb\r", "mixed"],
    ["a\r\r\nb", "mixed"],
  ])("returns for %j: %s", (text, ending) => {
    expect(lineEndingOf(text)).toBe(ending);
  });
});

it.each(["a\nb\n", "a\r\nb\r\n", "a\rb", "a\r\nb\nc\r"])("lineSeparatorOf splits and rejoins %j without changes", (text) => {
  const separator = lineSeparatorOf(lineEndingOf(text));
  const lines = text.split(separator);
  expect(lines.join(separator)).toBe(text);
  if (lineEndingOf(text) !== "mixed") expect(lines.join("")).not.toMatch(/[\r\n]/);
});

it("withLineEnds converts pasted text to the line endings of the file", () => {
  expect(withLineEnds("a\r\nb\nc\rd", "\r\n")).toBe("a\r\nb\r\nc\r\nd");
  expect(withLineEnds("a\r\nb\nc\rd", "\n")).toBe("a\nb\nc\nd");
});

it.each([
  ["function a() {\n\treturn 1;\n}", "\t"],
  ["a:\n  b: 1", "  "],
  ["def a():\n    return 1", "    "],
  ["no indent", "  "],
  ["", "  "],
])("indentOf %j returns %j", (text, indent) => {
  expect(indentOf(text)).toBe(indent);
});
