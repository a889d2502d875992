import { describe, expect, it } from "vitest";
import { findProjections, searchProjections } from "./data";

const codesOf = async (search: string) => (await searchProjections(search)).map(({ code }) => code);

describe("searchProjections", () => {
  it.each([
    ["25832", "EPSG:25832"],
    ["epsg:31467", "EPSG:31467"],
    ["utm 32N etrs89", "EPSG:25832"],
    ["gauss-kruger zone 3", "EPSG:31467"],
    ["netherlands", "EPSG:28992"],
    ["RD new", "EPSG:28992"],
  ])("returns for %j first: %s", async (search, code) => {
    expect((await codesOf(search))[0]).toBe(code);
  });

  it("returns the name and the place of a projection", async () => {
    const [found] = await searchProjections("2056");
    expect(found).toEqual({ code: "EPSG:2056", name: "CH1903+ / LV95", area: "Liechtenstein; Switzerland." });
  });

  it("returns at most 20, with short places", async () => {
    const found = await searchProjections("europe");
    expect(found).toHaveLength(20);
    expect(Math.max(...found.map(({ area }) => area.length))).toBeLessThanOrEqual(201);
  });

  it("returns deprecated projections last", async () => {
    expect((await codesOf("pseudo-mercator world"))[0]).toBe("EPSG:3857");
    const found = await codesOf("cassini world");
    expect(found.at(-1)).toBe("EPSG:53028");
    expect(found.length).toBeGreaterThan(1);
  });

  it("returns nothing for words without a match, and for systems of heights", async () => {
    expect(await codesOf("atlantis")).toEqual([]);
    expect(await codesOf("EVRF2007 height")).not.toContain("EPSG:5621");
  });

  it("returns common projections without a text", async () => {
    expect(await codesOf(" ")).toContain("EPSG:25832");
  });
});

it("findProjections returns known numbers in their order", async () => {
  const found = await findProjections(["EPSG:25833", "EPSG:999999", "EPSG:25832"]);
  expect(found.map(({ name }) => name)).toEqual(["ETRS89 / UTM zone 33N", "ETRS89 / UTM zone 32N"]);
});
