import { expect, it } from "vitest";
import { middleOf } from "./middle";

it("the first view is the centre of the bounds, at a zoom that shows them", () => {
  expect(middleOf([-10, 50, 35, 60])).toEqual({ center: [12.5, 55], zoom: 3 });
});

it("the first view is at most at zoom 16 for a single point", () => {
  expect(middleOf([8, 54, 8, 54])).toEqual({ center: [8, 54], zoom: 16 });
});

it("the first view is at least at zoom 0 for the world and across the antimeridian", () => {
  expect(middleOf([-180, -85, 180, 85]).zoom).toBe(0);
  expect(middleOf([177, -19, 182, -16]).center).toEqual([179.5, -17.5]);
});
