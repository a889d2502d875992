import { describe, expect, it } from "vitest";
import { splitArguments } from "./wasm";

describe("splitArguments", () => {
  it("keeps the values of options apart from files, also negative numbers", () => {
    const args = ["-te", "-10", "-5", "10", "5", "-overwrite", "-of", "COG", "in.tif", "out.tif", "-tr", "30", "30"];
    expect(splitArguments(args)).toEqual({
      positional: ["in.tif", "out.tif"],
      options: ["-te", "-10", "-5", "10", "5", "-overwrite", "-of", "COG", "-tr", "30", "30"],
      openOptions: [],
      settings: {},
    });
  });

  it("returns open options and settings, which are no options of the library", () => {
    const args = ["--config", "OGR_CURVE_MAX", "4", "-oo", "HEADERS=YES", "-f", "GPKG", "out.gpkg", "in.csv", "-oo", "X=lon", "towns"];
    expect(splitArguments(args)).toEqual({
      positional: ["out.gpkg", "in.csv", "towns"],
      options: ["-f", "GPKG"],
      openOptions: ["HEADERS=YES", "X=lon"],
      settings: { OGR_CURVE_MAX: "4" },
    });
  });
});
