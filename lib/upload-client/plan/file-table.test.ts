import { describe, expect, it } from "vitest";
import { MAX_FOLDER_BYTES } from "../limits";
import { FileTable } from "./file-table";

const columns = (...paths: string[]) => ({ paths, sizes: paths.map((_, place) => place + 1), times: paths.map(() => 5) });

function tableOf(...paths: string[]): FileTable {
  const table = new FileTable();
  table.add(columns(...paths));
  return table;
}

describe("FileTable", () => {
  it("places files relative to the chosen folder", () => {
    const table = tableOf("site/tiles/1.png", "site/index.html", "site/.DS_Store");
    expect(table.facts()).toEqual({
      fileCount: 2,
      byteCount: 3,
      leftOut: 1,
      hasIndexHtml: true,
      pages: [],
      firstPage: 1,
      innerArchive: null,
      wrappingFolder: null,
    });
    expect([table.root(), table.placeOf(0), table.find("index.html"), table.find(".DS_Store")]).toEqual([
      "site/",
      "tiles/1.png",
      1,
      undefined,
    ]);
    expect(table.inOrder()).toEqual([1, 0]);
  });

  it("places files relative to an inner folder that wraps the whole site, like the server", () => {
    const table = tableOf("site/dist/index.html", "site/dist/tiles/1.png");
    expect(table.facts()).toMatchObject({ hasIndexHtml: true, wrappingFolder: "dist" });
    expect(table.placeOf(1)).toBe("tiles/1.png");
    expect(tableOf("site/tiles/1.png", "site/tiles/2.png").facts()).toMatchObject({ hasIndexHtml: false, wrappingFolder: null });
  });

  it("lists the pages of a folder without an index, the likeliest start page first", () => {
    const table = tableOf("site/readme.html", "site/sub/index.html", "site/openlayers.html", "site/leaflet.html", "site/Icon\r");
    const pages = ["leaflet.html", "openlayers.html", "sub/index.html", "readme.html"];
    expect(table.facts()).toMatchObject({ hasIndexHtml: false, pages, innerArchive: null, leftOut: 1 });
    expect(table.paths[table.facts().firstPage ?? -1]).toMatch(new RegExp(`${pages[0]}$`));
  });

  it("names an archive in a folder without pages", () => {
    const table = tableOf("site/readme.txt", "site/maps/harbour.zip");
    expect(table.facts()).toMatchObject({ pages: [], firstPage: null, innerArchive: "maps/harbour.zip" });
    table.add(columns("site/index.html"));
    expect(table.facts()).toMatchObject({ innerArchive: null });
  });

  it("keeps the folders when the user chose several items", () => {
    const table = tableOf("index.html", "tiles/1.png");
    expect([table.root(), table.placeOf(1)]).toEqual(["", "tiles/1.png"]);
    table.add(columns("data/a.json"));
    expect(table.facts()).toMatchObject({ fileCount: 3, hasIndexHtml: true });
  });

  it("adds a file once even when its name has two Unicode spellings", () => {
    const table = tableOf("site/\u00fc.png");
    const again = table.add(columns("site/u\u0308.png", "site/new.png", "site/\u00fc.png"));
    expect(again).toEqual({ duplicateCount: 2, firstDuplicate: "site/\u00fc.png" });
    expect(table.paths).toEqual(["site/\u00fc.png", null, "site/new.png", null]);
    expect(table.facts().byteCount).toBe(3);
  });

  it("rejects invalid names and more than 100 GB", () => {
    expect(() => tableOf("site/a\u0000b")).toThrow("has a name that no file of a map can have");
    expect(() => tableOf(`site/${"x".repeat(256)}`)).toThrow("has a name that no file of a map can have");
    const large = new FileTable();
    expect(() => large.add({ paths: ["a/b"], sizes: [MAX_FOLDER_BYTES + 1], times: [1] })).toThrow("Maximum size is 100GB");
  });

  it("rejects drive names at the top of the map and accepts them in folders", () => {
    expect(() => tableOf("site/C:a.txt", "site/index.html").facts()).toThrow('"C:a.txt" has a name that no file of a map can have');
    expect(() => tableOf("site/dist/C:a.txt", "site/dist/index.html").facts()).toThrow("has a name that no file of a map can have");
    expect(tableOf("site/data/C:a.txt", "site/index.html").facts().fileCount).toBe(2);
  });

  it("rejects a path that is both a file and a folder", () => {
    expect(() => tableOf("data", "data/a/b.json").facts()).toThrow('"data" is both a file and a folder');
    expect(() => tableOf("data/a", "data/a.json", "data/ab/c").facts()).not.toThrow();
  });
});
