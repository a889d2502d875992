import { expect, it } from "vitest";
import type { MapGrant, MapRight } from "../../lib/maps/schema";
import { type Lost, RightCheck } from "./right-check";

const granted: MapGrant = {
  allowsLocation: true,
  allowsCamera: false,
  allowsRouting: false,
  allowsSharedMemory: false,
  frameOrigins: [],
};
const right: MapRight = { account: "account-1", session: "session-1", project: "project-1", scope: "a-map" };

/** A database that answers on demand. */
function database() {
  const questions: ((grant: MapGrant | null) => void)[] = [];
  const check = new RightCheck(
    () =>
      new Promise<MapGrant | null>((resolve) => {
        questions.push(resolve);
      }),
    () => 0,
  );
  return { check, questions };
}

it.each<[Lost, number]>([
  ["any", 2],
  [{ account: "account-1" }, 2],
  [{ project: "project-1" }, 2],
  [{ account: "account-2" }, 1],
  [{ project: "project-2" }, 1],
])("RightCheck: after %j is lost, the database has been queried %i times", async (lost, times) => {
  const { check, questions } = database();
  const first = check.find(right);
  questions[0]?.(granted);
  expect(await first).toBe(granted);
  check.forget(lost);
  void check.find(right);
  expect(questions).toHaveLength(times);
});

it("RightCheck does not cache a result that is older than the loss of the right", async () => {
  const { check, questions } = database();
  const before = check.find(right);
  check.forget({ account: "account-1" });
  const after = check.find(right);
  expect(questions).toHaveLength(2);
  questions[1]?.(null);
  questions[0]?.(granted);
  expect([await before, await after]).toEqual([granted, null]);
  void check.find(right);
  expect(questions).toHaveLength(3);
});

it("RightCheck queries once for concurrent requests, and again after an error", async () => {
  let times = 0;
  const check = new RightCheck(
    () => {
      times += 1;
      return times === 1 ? Promise.reject(new Error("away")) : Promise.resolve(granted);
    },
    () => 0,
  );
  const [first, second] = [check.find(right), check.find(right)];
  await expect(first).rejects.toThrow("away");
  await expect(second).rejects.toThrow("away");
  expect(await check.find(right)).toBe(granted);
  expect(await check.find(right)).toBe(granted);
  expect(times).toBe(2);
});

it("RightCheck queries again for every right after more losses than it remembers", async () => {
  const { check, questions } = database();
  const first = check.find(right);
  questions[0]?.(granted);
  await first;
  for (let loser = 0; loser < 10_000; loser += 1) check.forget({ account: `another-${loser}` });
  void check.find(right);
  expect(questions).toHaveLength(1);
  check.forget({ account: "one more" });
  void check.find(right);
  expect(questions).toHaveLength(2);
});
