import { describe, expect, it } from "vitest";
import { refusal } from "../../../tests/setup/data-files/described";

describe("a hostile text file", () => {
  it.each<[name: string, make: () => string]>([
    ["open.geojson", () => `["${'\\"'.repeat(2_000_000)}`],
    ["text.geojson", () => `["${"x".repeat(2_000_000)}`],
    ["commas.geojson", () => `[${", ".repeat(1_000_000)}x`],
    ["doctype.kml", () => `<kml>${"<!DOCTYPE".repeat(500_000)}`],
    ["prefixes.kml", () => `<kml>${Array.from({ length: 200_000 }, (_, index) => `<p${index}:a/>`).join("")}</kml>`],
    ["brackets.csv", () => `wkt\nPOINT ${"(".repeat(1_000_000)}\n`],
    ["collections.csv", () => `wkt\n"${"GEOMETRYCOLLECTION (".repeat(40_000)}"\n`],
    ["cells.csv", () => `lon,lat\n${"x".repeat(1_000_000)}1,2\n`],
  ])(
    "called %s is refused within seconds",
    async (name, make) => {
      const start = performance.now();
      expect(await refusal(name, make())).toContain(`"${name}"`);
      expect(performance.now() - start).toBeLessThan(8_000);
    },
    30_000,
  );
});
