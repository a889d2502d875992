import { beforeEach, describe, expect, it, vi } from "vitest";

const PROJECT = "0190b6b4-3c1e-7d2a-9f00-5a5a5a5a5a5a";

async function originsWith(mapsOrigin: string) {
  vi.stubEnv("MAPS_ORIGIN", mapsOrigin);
  return await import("./origin");
}

beforeEach(() => {
  vi.resetModules();
  return () => vi.unstubAllEnvs();
});

describe("mapOriginOf with a wildcard", () => {
  it("gives each project and each version an origin that contains its id, and the assets another one", async () => {
    const { mapOriginOf, mapsOriginPattern } = await originsWith("https://*.maps.example:8443");
    expect(mapsOriginPattern()).toBe("https://*.maps.example:8443");
    expect(mapOriginOf(PROJECT)).toBe(`https://${PROJECT}.maps.example:8443`);
    expect(mapOriginOf(PROJECT, 12)).toBe(`https://${PROJECT}-12.maps.example:8443`);
    expect(mapOriginOf(null)).toBe("https://assets.maps.example:8443");
  });

  it.each([
    [`${PROJECT}.maps.example`, { project: PROJECT, version: null }],
    [`${PROJECT}-12.maps.example`, { project: PROJECT, version: 12 }],
    [`${PROJECT.toUpperCase()}.MAPS.example:443`, { project: PROJECT, version: null }],
    ["assets.maps.example", { project: null, version: null }],
    ["assets-12.maps.example", "shared"],
    [`${PROJECT}-012.maps.example`, "shared"],
    [`${PROJECT}-1-2.maps.example`, "shared"],
    ["maps.example", "shared"],
    ["harbour.maps.example", "shared"],
    [`x.${PROJECT}.maps.example`, "shared"],
    [`${PROJECT}.evilmaps.example`, "shared"],
    ["127.0.0.1:3001", "shared"],
    [undefined, "shared"],
  ])("homeOf returns for the host %s: %j", async (host, home) => {
    const { homeOf } = await originsWith("https://*.maps.example");
    expect(homeOf(host)).toEqual(home);
  });
});

describe("mapOriginOf without a wildcard", () => {
  it("returns one origin for all maps with any Host header", async () => {
    const { homeOf, mapOriginOf, mapsOriginPattern } = await originsWith("https://maps.example");
    expect(mapsOriginPattern()).toBe("https://maps.example");
    expect([mapOriginOf(PROJECT), mapOriginOf(null)]).toEqual(["https://maps.example", "https://maps.example"]);
    expect(homeOf(`${PROJECT}.maps.example`)).toBe("shared");
  });
});
