import { describe, expect, it } from "vitest";
import { nameOfCopy, nameOfReturned } from "./free-name";

const bytes = (text: string) => Buffer.byteLength(text);

describe("nameOfCopy", () => {
  it.each([
    ["app.js", [], "app.js"],
    ["app.js", ["app.js"], "app (copy).js"],
    ["app.js", ["app.js", "app (copy).js"], "app (copy 2).js"],
    ["app (copy).js", ["app (copy).js"], "app (copy 2).js"],
    ["app (copy).js", ["app (copy).js", "app (copy 2).js"], "app (copy 3).js"],
    ["README", ["README"], "README (copy)"],
    [".htaccess", [".htaccess"], ".htaccess (copy)"],
    ["a.b.c", ["a.b.c"], "a.b (copy).c"],
    ["what. Is this an extension?", ["what. Is this an extension?"], "what. Is this an extension? (copy)"],
  ])("returns for %s next to %j: %s", (name, taken, expected) => {
    expect(nameOfCopy(name, "file", new Set(taken))).toBe(expected);
  });

  it("has no extension for a folder", () => {
    expect(nameOfCopy("v1.2", "folder", new Set(["v1.2"]))).toBe("v1.2 (copy)");
  });

  it("stays within the limit of a name and splits no character", () => {
    for (const stem of ["x".repeat(252), "é".repeat(126), "🗺".repeat(63)]) {
      const name = `${stem}.js`.slice(-255);
      const copy = nameOfCopy(name, "file", new Set([name]));
      expect(bytes(copy)).toBeLessThanOrEqual(255);
      expect(copy).toMatch(/ \(copy\)\.js$/);
      expect(copy).not.toMatch(/\p{Cs}/u);
    }
  });

  it("finds a free name when shortened names collide", () => {
    const taken = new Set([`${"x".repeat(255)}`]);
    for (let number = 0; number < 50; number += 1) taken.add(nameOfCopy("x".repeat(255), "file", taken));
    expect(taken.size).toBe(51);
    expect([...taken].every((name) => bytes(name) <= 255)).toBe(true);
  });
});

describe("nameOfReturned", () => {
  it.each([
    ["app.js", "app (1).js"],
    ["app (1).js", "app (1) (1).js"],
    ["tiles", "tiles (1)"],
  ])("returns for %s: %s", (name, expected) => expect(nameOfReturned(name, "file", new Set([name]))).toBe(expected));

  it("increments the number", () => expect(nameOfReturned("a", "folder", new Set(["a", "a (1)"]))).toBe("a (2)"));
});
