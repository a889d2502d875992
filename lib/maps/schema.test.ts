import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asFolder, parseMapAddress, withParameter } from "./schema";

describe("parseMapAddress", () => {
  it.each<[string, string, string[], boolean]>([
    ["/projects/maps/harbour/", "harbour", [], true],
    ["/projects/maps/harbour", "harbour", [], false],
    ["/projects/maps/harbour/index.html", "harbour", ["index.html"], false],
    ["/projects/maps/harbour/tiles/1/0/0.png", "harbour", ["tiles", "1", "0", "0.png"], false],
    ["/projects/maps/harbour/tiles/", "harbour", ["tiles"], true],
    ["/projects/maps/harbour//tiles//1/", "harbour", ["tiles", "1"], true],
    ["/projects/maps/a.b-c_d/x", "a.b-c_d", ["x"], false],
    ["/projects/maps/harbour~12/x", "harbour~12", ["x"], false],
    ["/projects/maps/assets/logo.svg", "assets", ["logo.svg"], false],
    ["/projects/maps/harbour/a%20b%2525.txt", "harbour", ["a b%25.txt"], false],
    ["/projects/maps/harbour/data/100%.js", "harbour", ["data", "100%.js"], false],
    ["/projects/maps/harbour/%zz/%", "harbour", ["%zz", "%"], false],
    ["/projects/maps/harbour/e%CC%81te%CC%81.txt", "harbour", ["\u00e9t\u00e9.txt"], false],
    ["/projects/maps/harbour/\u00c3\u00a9.txt", "harbour", ["\u00e9.txt"], false],
    ["/projects/maps/harbour/a+b.txt?x=1", "harbour", ["a+b.txt"], false],
    ["/projects/maps/harbour/...", "harbour", ["..."], false],
  ])("parses %s", (target, scope, path, isFolder) => {
    expect(parseMapAddress(target)).toMatchObject({ scope, path, isFolder });
  });

  it.each([
    "",
    "*",
    "/",
    "/projects/maps",
    "/projects/maps/",
    "/projects/maps//index.html",
    "/projects/maps?x",
    "/projects/mapsharbour/",
    "/projects/maps/../maps/harbour/",
    "/projects/maps/./",
    "/projects/maps/.../",
    "/projects/maps/Harbour/",
    "/projects/maps/%68arbour/",
    "/projects/maps/harbour~/",
    "/projects/maps/harbour~012/",
    "/projects/maps/harbour~1~2/",
    "/projects/maps/~12/",
    "/projects/maps/harbour%2Findex.html",
    "/projects/maps/harbour/../other/",
    "/projects/maps/harbour/%2e%2e/other/",
    "/projects/maps/harbour/%2E./other/",
    "/projects/maps/harbour/./index.html",
    "/projects/maps/harbour/..%2Fother",
    "/projects/maps/harbour/..%5Cother",
    "/projects/maps/harbour/a\\b",
    "/projects/maps/harbour/a%00.html",
    "/projects/maps/harbour/a%0Ab",
    "/projects/maps/harbour/%c3",
    "/projects/maps/harbour/\u00c3",
    "/projects/maps/harbour/%ed%a0%80",
    `/projects/maps/${"a".repeat(101)}/`,
    "http://elsewhere.example/projects/maps/harbour/",
  ])("rejects %s", (target) => {
    expect(parseMapAddress(target)).toBeNull();
  });

  it.each<[string, { clean: string; ticket?: string | null; step?: string | null }]>([
    ["?a=1&b", { clean: "?a=1&b" }],
    ["?", { clean: "" }],
    ["?sea-vision-ticket=t", { clean: "", ticket: "t" }],
    ["?sea-vision-ticket=", { clean: "", ticket: "" }],
    ["?a=%20+&sea-vision-ticket=t&b=?x", { clean: "?a=%20+&b=?x", ticket: "t" }],
    ["?sea-vision-step=cookie&z", { clean: "?z", step: "cookie" }],
    ["?sea-vision-step=returned", { clean: "", step: "returned" }],
    ["?sea-vision-step=other", { clean: "", step: null }],
    ["?my-sea-vision-ticket=t", { clean: "?my-sea-vision-ticket=t" }],
  ])("splits the query %s", (query, { clean, ticket = null, step = null }) => {
    expect(parseMapAddress(`/projects/maps/harbour/${query}`)).toMatchObject({ clean: `/projects/maps/harbour/${clean}`, ticket, step });
  });

  it("never returns a name that leaves the folder, and never throws", () => {
    const pieces = fc.constantFrom("/", "..", ".", "%2e", "%2f", "%5c", "\\", "%00", "%", "a", "\u00e9", "?", "%25", "//");
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const address = parseMapAddress(`/projects/maps/harbour/${parts.join("")}`);
        for (const name of address?.path ?? []) expect(name).not.toMatch(/^\.{0,2}$|[/\\\0]/);
        expect(address?.clean ?? "/projects/maps/").toMatch(/^\/projects\/maps\/\p{ASCII}*$/u);
      }),
    );
  });
});

it("adds a parameter and a slash and keeps the rest unchanged", () => {
  expect(withParameter("/a/", "p", "v")).toBe("/a/?p=v");
  expect(withParameter("/a/?x=1", "p", "v")).toBe("/a/?x=1&p=v");
  expect(asFolder("/a")).toBe("/a/");
  expect(asFolder("/a?x=/b?c")).toBe("/a/?x=/b?c");
});
