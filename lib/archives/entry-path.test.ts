import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal, parseEntryPath } from "./entry-path";
import { archiveLimits } from "./limits";

describe("parseEntryPath", () => {
  it.each([
    ["index.html", ["index.html"], false],
    ["tiles/3/4/5.png", ["tiles", "3", "4", "5.png"], false],
    ["tiles/", ["tiles"], true],
    ["tiles/.", ["tiles"], true],
    ["./tiles/./a.png", ["tiles", "a.png"], false],
    ["tiles//a.png", ["tiles", "a.png"], false],
    [".", [], true],
    ["./", [], true],
    [".htaccess", [".htaccess"], false],
    ["a/...", ["a", "..."], false],
    ["tiles%2F1%2F0.png", ["tiles%2F1%2F0.png"], false],
    ["100%/%zz/a%0Ab", ["100%", "%zz", "a%0Ab"], false],
    ["a..b/c..", ["a..b", "c.."], false],
    ["css\\style.css", ["css", "style.css"], false],
    ["css\\", ["css"], true],
    ["a b/c (1).png", ["a b", "c (1).png"], false],
    ["e\u0301te\u0301.png", ["été.png"], false],
    ["地図/タイル.png", ["地図", "タイル.png"], false],
    ["خريطة\u200f.png", ["خريطة\u200f.png"], false],
    ["1:50000.png", ["1:50000.png"], false],
  ])("parses %j as %j", (name, components, isFolder) => {
    expect(parseEntryPath(name)).toMatchObject({ components, isFolder });
  });

  it.each([
    ["", "nameless"],
    ["../index.html", "parentFolder"],
    ["a/../b.html", "parentFolder"],
    ["a/..", "parentFolder"],
    ["..", "parentFolder"],
    ["a\\..\\b.html", "parentFolder"],
    ["..\\b.html", "parentFolder"],
    ["a/%2e%2E/b.html", "parentFolder"],
    ["a%252f%252e%252e%252fb.html", "parentFolder"],
    ["a/b%00.html", "controlCharacter"],
    ["/etc/passwd", "absolutePath"],
    ["/", "absolutePath"],
    ["//server/share", "absolutePath"],
    ["\\\\server\\share", "absolutePath"],
    ["\\windows", "absolutePath"],
    ["C:/index.html", "drivePath"],
    ["c:\\index.html", "drivePath"],
    ["c:index.html", "drivePath"],
    ["a\0.html", "controlCharacter"],
    ["a\n.html", "controlCharacter"],
    ["\u001b[31m.html", "controlCharacter"],
    ["a\u007f", "controlCharacter"],
    ["a\u0085", "controlCharacter"],
    ["photo\u202egnp.exe", "controlCharacter"],
    ["\u2067a/b.html", "controlCharacter"],
    [`${"x".repeat(archiveLimits.nameBytes + 1)}`, "nameTooLong"],
    [`${"é".repeat(archiveLimits.nameBytes / 2 + 1)}`, "nameTooLong"],
    [`${"a/".repeat(archiveLimits.depth)}b`, "tooDeep"],
    [`${`${"x".repeat(200)}/`.repeat(6)}b`, "pathTooLong"],
  ])("rejects %j: %s", (name, code) => {
    expect(parseEntryPath(name)).toMatchObject({ code });
  });

  it.each([
    ["x".repeat(archiveLimits.nameBytes)],
    [`${"a/".repeat(archiveLimits.depth - 1)}b`],
    [`${`${"x".repeat(200)}/`.repeat(5)}${"y".repeat(archiveLimits.pathBytes - 5 * 201)}`],
  ])("accepts the longest allowed name: %#", (name) => {
    expect(isRefusal(parseEntryPath(name))).toBe(false);
  });

  it("never returns a path outside of its tree", () => {
    const awkward = fc.constantFrom("..", ".", "", "/", "\\", "a", "C:", "\u0000", "\u0301", "e", "é", "．．", "／");
    const names = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(awkward).map((parts) => parts.join("")),
      fc.array(awkward).map((parts) => parts.join("/")),
    );
    fc.assert(
      fc.property(names, (name) => {
        const path = parseEntryPath(name);
        if (isRefusal(path)) return;
        for (const component of path.components) {
          expect(component).not.toMatch(/^\.{0,2}$|[/\\\p{Cc}]/u);
          expect(component.normalize("NFC")).toBe(component);
        }
        expect(path.bytes).toBe(Buffer.byteLength(path.components.join("/")));
      }),
    );
  });
});
