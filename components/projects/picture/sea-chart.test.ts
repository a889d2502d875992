import { expect, it } from "vitest";
import { drawSeaChart } from "./sea-chart";

const names = Array.from({ length: 500 }, (_, index) => `harbour-depths-${index}`);

it("drawSeaChart returns the same chart for the same name and different charts for different names", () => {
  expect(drawSeaChart("reef")).toEqual(drawSeaChart("reef"));
  expect(new Set(names.map((name) => drawSeaChart(name).land)).size).toBe(names.length);
});

it("drawSeaChart returns plain path data of at most 3,500 characters", () => {
  for (const { land, graticule, track } of names.map(drawSeaChart)) {
    for (const path of [land, graticule, track]) expect(path).toMatch(/^[MLQZ\d .-]+$/);
    expect(land.length + graticule.length + track.length).toBeLessThan(3_500);
  }
});

it("drawSeaChart takes less than a millisecond on average", () => {
  const began = performance.now();
  for (const name of names) drawSeaChart(name);
  expect((performance.now() - began) / names.length).toBeLessThan(1);
});
