import { expect, it } from "vitest";
import { parseCoordinates, placeText } from "./coordinates";

it.each([
  "60.39, 5.32",
  "60.39 5.32",
  "60,39; 5,32",
  "60.39N 5.32E",
  "N 60.39 E 5.32",
  "5.32E, 60.39N",
  "60°23.4'N 005°19.2'E",
  "60°23′24″N 5°19′12″E",
  "60° 23.4' N, 5° 19.2' E",
  "60 23 24 N 5 19 12 E",
  "60 23.4 N 5 19.2 Ø",
])("%s is a place in Bergen", (text) => {
  const [longitude, latitude] = parseCoordinates(text) ?? [];
  expect(latitude).toBeCloseTo(60.39, 6);
  expect(longitude).toBeCloseTo(5.32, 6);
});

it.each([
  ["-33.86, 151.21", [151.21, -33.86]],
  ["−33.86 −70.5", [-70.5, -33.86]],
  ["33.5S 70.5W", [-70.5, -33.5]],
])("%s is south or west", (text, expected) => expect(parseCoordinates(text)).toEqual(expected));

it.each(["", "Buoy", "Buoy 7", "7", "91, 5", "60, 181", "60°75'N 5°E", "1.2.3 4"])("%s isn't a place", (text) => {
  expect(parseCoordinates(text)).toBeNull();
});

it("a place is written with latitude first and without needless zeros", () => expect(placeText([5.32, 60.390000004])).toBe("60.39, 5.32"));
