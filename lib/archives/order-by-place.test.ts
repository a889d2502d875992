import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderByPlace } from "./order-by-place";

interface Thing {
  group: number;
  offset: number;
}

const order = (things: readonly Thing[]) =>
  Array.from(
    orderByPlace(things.length, {
      groupOf: (number) => things[number]?.group ?? 0,
      offsetOf: (number) => things[number]?.offset ?? 0,
    }),
  );

describe("orderByPlace", () => {
  it("orders as a comparison does, and leaves what is equal as it is", () => {
    const thing = fc.record({
      group: fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
      offset: fc.oneof(
        fc.nat(5),
        fc.nat(),
        fc.maxSafeInteger().map(Math.abs),
        fc.integer({ min: 0, max: 20 }).map((n) => n * 2 ** 32),
      ),
    });
    fc.assert(
      fc.property(fc.array(thing, { maxLength: 200 }), (things) => {
        const expected = things.map((_, number) => number);
        expected.sort((a, b) => {
          const [first, second] = [things[a], things[b]];
          if (!first || !second) return 0;
          return first.group - second.group || first.offset - second.offset || a - b;
        });
        expect(order(things)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("orders nothing", () => {
    expect(order([])).toEqual([]);
  });
});
