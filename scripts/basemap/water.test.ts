import { expect, it } from "vitest";
import { landAtEdges } from "./water";

it("landAtEdges returns what the outline of the oceans leaves out at 180° and at the South Pole", () => {
  // From the north-west corner: down to a cape at 180° west, round it, along Antarctica, and up the other side.
  const outline = [
    [-180, 90],
    [-180, 72],
    [-170, 70],
    [-180, 65],
    [-180, -78],
    [0, -70],
    [180, -78],
    [180, 90],
    [-180, 90],
  ];
  expect(landAtEdges(outline)).toEqual([
    [
      [-180, 72],
      [-170, 70],
      [-180, 65],
      [-180, 72],
    ],
    [
      [-180, -78],
      [0, -70],
      [180, -78],
      [180, -90],
      [-180, -90],
      [-180, -78],
    ],
  ]);
});
