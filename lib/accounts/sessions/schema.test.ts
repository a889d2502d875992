import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOME_PATH, safeNextPath } from "./schema";

describe("safeNextPath", () => {
  it.each([
    ["/projects", "/projects"],
    ["/projects?tab=list#top", "/projects?tab=list#top"],
    ["/projects/maps/city-map/", "/projects/maps/city-map/"],
    ["/a/../settings", "/settings"],
  ])("follows %s to %s", (next, path) => expect(safeNextPath(next)).toBe(path));

  it.each([
    undefined,
    null,
    7,
    ["/projects"],
    "",
    "projects",
    "/",
    "/login",
    "/login?next=/login",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\b",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    " /projects",
    "/%2e//evil.example",
  ])("does not follow %j", (next) => expect(safeNextPath(next)).toBe(HOME_PATH));

  it("never leaves the origin", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2f",
      "%5c",
      "\t",
      "\n",
      "@",
      ":",
      "?",
      "#",
      "evil.example",
      "http:",
      "\u2028",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safeNextPath(pieces.join(""));
        expect(new URL(path, "https://sea-vision.example").origin).toBe("https://sea-vision.example");
        expect(safeNextPath(path)).toBe(path);
      }),
    );
  });
});
