import { describe, expect, it } from "vitest";
import { coordinateFormats, definitionOf } from "./coordinate-formats";

function write(id: string, lat: number, lng: number, projection?: string): string | undefined {
  return coordinateFormats([{ projection }])
    .find((format) => format.id === id)
    ?.format({ lng, lat });
}

const [degree, minute, second] = [1, 1 / 60, 1 / 3600];

describe("coordinateFormats", () => {
  it("writes latitude before longitude, with minutes as charts have them", () => {
    expect(write("decimal", 60.390933, 5.318717)).toBe("60.39093, 5.31872");
    expect(write("minutes", 60 + 23.456 * minute, 5 + 19.123 * minute)).toBe("60°23.456′N 005°19.123′E");
    expect(write("minutes", -33.5, -70.25)).toBe("33°30.000′S 070°15.000′W");
  });

  it("carries what is rounded up into minutes and degrees", () => {
    expect(write("minutes", 59 + 59.9999 * minute, 179 + 59.9999 * minute)).toBe("60°00.000′N 180°00.000′E");
    expect(write("seconds", 9 + 59 * minute + 59.99 * second, 0)).toBe("10°00′00.0″N 000°00′00.0″E");
  });

  // Examples of GeoConvert of GeographicLib: 38SMB4488 is 33.33424 44.40363, 33:20:03.25N 044:24:13.06E and 38n 444500 3688500. Its degrees
  // are rounded to half a metre, and so is MGRS here.
  it("writes seconds, UTM and MGRS as GeoConvert does", () => {
    expect(write("seconds", 33 + 20 * minute + 3.25 * second, 44 + 24 * minute + 13.06 * second)).toBe("33°20′03.3″N 044°24′13.1″E");
    expect(write("utm", 33.33424, 44.40363)).toMatch(/^38S 444(499|500) 3688(499|500|501)$/);
    expect(write("mgrs", 33.33424, 44.40363)).toMatch(/^38S MB 44(499|500) 88(499|500|501)$/);
  });

  // NGA.STND.0037, section 3: the zones 31V and 32V, and those of Svalbard.
  it("knows the zones of Norway and Svalbard, and that the poles have none", () => {
    expect(write("utm", 60.39, 5.32)).toMatch(/^32V /);
    expect(write("mgrs", 78.22, 15.65)).toMatch(/^33X /);
    expect(write("utm", -33.86, 151.21)).toMatch(/^56H \d{6} 62\d{5}$/);
    expect(write("mgrs", 85, 10)).toBe("Not defined near the poles");
  });

  // EPSG Guidance Note 7-2, example of Popular Visualisation Pseudo-Mercator.
  it("writes the projection that all layers share", () => {
    expect(write("projection", 24 * degree + 22 * minute + 54.433 * second, -(100 + 20 * minute), "EPSG:3857")).toBe("-11169056 2800000");
    expect(coordinateFormats([{ projection: "EPSG:25832" }, { projection: "EPSG:25832" }]).at(-1)?.name).toBe("EPSG:25832");
    for (const layers of [[], [{}], [{ projection: "EPSG:25832" }, {}], [{ projection: "EPSG:27700" }]]) {
      expect(coordinateFormats(layers).map(({ id }) => id)).not.toContain("projection");
    }
  });
});

describe("definitionOf", () => {
  it("returns zones of UTM only for numbers that have one", () => {
    expect(definitionOf("EPSG:32733")).toBe("+proj=utm +zone=33 +datum=WGS84 +south");
    expect(definitionOf("EPSG:25833")).toBe("+proj=utm +zone=33 +ellps=GRS80");
    for (const code of ["EPSG:32600", "EPSG:32661", "EPSG:25839", "EPSG:2056"]) expect(definitionOf(code)).toBeNull();
  });
});
