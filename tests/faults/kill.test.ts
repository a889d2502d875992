import { expect, it } from "vitest";
import { runKillRounds, targets } from "./kill-rounds";

/** The seed gives the same moments each time. tests/faults/kill.ts tries others, and more of them. */
const SEED = 20_261_120;
/** A round waits for restarts and for the worker's lease to end: one minute on a quiet machine, several on a busy one. */
const LIMIT_MS = 900_000;

it(
  "the product survives kill -9 of each process during uploads, imports and reading",
  async () => {
    const { rounds, violations } = await runKillRounds({ seed: SEED, count: 2 });
    expect(rounds).toHaveLength(2 * targets.length);
    for (const round of rounds) expect(round).toMatchObject({ violations: [], ending: { outcome: "project" } });
    expect(violations).toEqual([]);
  },
  LIMIT_MS,
);
