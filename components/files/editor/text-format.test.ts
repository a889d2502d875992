import { describe, expect, it } from "vitest";
import { bytesIn, encodingLabel, indentOf, lineEndingOf, lineSeparatorOf, withLineEnds } from "./text-format";

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

it.each([
  ["utf8", "UTF-8"],
  ["utf-8", "UTF-8"],
  ["UTF-8", "UTF-8"],
  ["utf16le", "UTF-16 LE"],
  ["utf-16be", "UTF-16 BE"],
  ["ISO-8859-1", "ISO-8859-1"],
  ["windows-1252", "WINDOWS-1252"],
])("encodingLabel(%s) returns %s", (name, label) => {
  expect(encodingLabel(name)).toBe(label);
});

it.each([
  ["utf-8", 5],
  ["utf-16le", 8],
  ["windows-1252", 4],
  ["big5", undefined],
])("bytesIn counts the bytes of a text in %s: %s", (encoding, bytes) => {
  expect(bytesIn("Köln", encoding)).toBe(bytes);
});
