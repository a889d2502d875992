import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Extents } from "./extents";

describe("Extents", () => {
  it("finds entries that overlap their predecessor at once", () => {
    const extents = new Extents();
    expect(extents.add(0, 40)).toBeNull();
    expect(extents.add(40, 80)).toBeNull();
    expect(extents.add(79, 120)).toBe(1);
  });

  it("finds other overlaps at the end", () => {
    const extents = new Extents();
    extents.add(100, 200);
    extents.add(0, 50);
    extents.add(60, 101);
    expect(extents.find()).toEqual([0, 2]);
    expect(extents.end).toBe(200);
  });

  it("agrees with comparing every pair", () => {
    const runs = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 40 })), { maxLength: 60 });
    fc.assert(
      fc.property(runs, (given) => {
        const extents = new Extents();
        let found = false;
        for (const [start, length] of given) found = extents.add(start, start + length) !== null || found;
        found ||= extents.find() !== null;
        const overlaps = ([a, lengthA]: [number, number], [b, lengthB]: [number, number]) => a < b + lengthB && b < a + lengthA;
        const expected = given.some((one, index) => given.slice(index + 1).some((other) => overlaps(one, other)));
        expect(found).toBe(expected);
      }),
    );
  });

  it("grows beyond its first capacity", () => {
    const extents = new Extents();
    for (let index = 5000; index > 0; index -= 1) extents.add(index * 10, index * 10 + 10);
    expect(extents.find()).toBeNull();
    extents.add(20_005, 20_006);
    expect(extents.find()).toEqual([3000, 5000]);
  });
});
