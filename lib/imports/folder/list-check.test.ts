import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../errors";
import { UploadUses } from "./list-check";

interface Run {
  offset: number;
  size: number;
}

/** Checks the files of one pack. @returns the reason for a rejection, or null */
async function judge(runs: readonly Run[], length: number): Promise<string | null> {
  const uses = new UploadUses();
  for (const [index, run] of runs.entries()) uses.add({ uploadId: "pack", path: `${index}`, ...run });
  const outcome = await uses.check({ sizes: new Map([["pack", length]]), gone: [] }).catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome.message;
  if (outcome) throw outcome;
  return null;
}

function endToEnd(sizes: readonly number[]): { runs: Run[]; length: number } {
  let length = 0;
  const runs = sizes.map((size) => {
    const offset = length;
    length += size;
    return { offset, size };
  });
  return { runs, length };
}

describe("UploadUses", () => {
  it("accepts the files of a pack end to end in any order, including empty ones", async () => {
    const sizes = fc.array(fc.oneof(fc.constant(0), fc.nat(2 ** 40)), { maxLength: 30 });
    const shuffled = sizes.chain((list) => {
      const { runs, length } = endToEnd(list);
      return fc.record({ runs: fc.shuffledSubarray(runs, { minLength: runs.length }), length: fc.constant(length) });
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ runs, length }) => {
        if (runs.length > 0) expect(await judge(runs, length)).toBeNull();
      }),
    );
  });

  it("rejects a list of more than a million files that are not in the order of their bytes", () => {
    const uses = new UploadUses();
    const addAll = (offsetOf: (index: number) => number) => {
      for (let index = 0; index < 1_000_001; index += 1) uses.add({ uploadId: "pack", path: `${index}`, offset: offsetOf(index), size: 1 });
    };
    addAll((index) => index);
    expect(() => addAll((index) => 3_000_000 - index)).toThrow("Please list the files of an upload in the order of their bytes.");
  });

  it("rejects a file that is moved, cut, extended, missing or duplicated", async () => {
    const changes: ((run: Run) => Run[])[] = [
      ({ offset, size }) => [{ offset: offset + 1, size }],
      ({ offset, size }) => [{ offset, size: size - 1 }],
      ({ offset, size }) => [{ offset, size: size + 1 }],
      () => [],
      (run) => [run, run],
    ];
    const sizes = fc.array(fc.integer({ min: 1, max: 2 ** 30 }), { minLength: 2, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.constantFrom(...changes), async (list, at, change) => {
        const { runs, length } = endToEnd(list);
        expect(
          await judge(
            runs.flatMap((run, index) => (index === at % runs.length ? change(run) : [run])),
            length,
          ),
        ).not.toBeNull();
      }),
    );
  });
});
