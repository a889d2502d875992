import { afterEach, expect, it } from "vitest";
import { disconnect, pool, setConnectionWait } from "@/lib/db/client";
import { isDatabaseUnavailable } from "@/lib/errors";

afterEach(() => disconnect());

/** Takes every connection of this process. @returns a function that releases them */
async function takeAll(): Promise<() => void> {
  const taken = await Promise.all(Array.from({ length: pool().options.max }, () => pool().connect()));
  return () => {
    for (const client of taken) client.release();
  };
}

it("a process waits for a free connection as long as it was told", async () => {
  await disconnect();
  setConnectionWait(1_000);
  const release = await takeAll();
  await expect(pool().query("SELECT 1")).rejects.toSatisfy(isDatabaseUnavailable);
  release();
  await disconnect();

  setConnectionWait(60_000);
  const releaseLater = await takeAll();
  const answer = pool().query<{ one: number }>("SELECT 1 AS one");
  await expect.poll(() => pool().waitingCount).toBe(1);
  releaseLater();
  expect((await answer).rows).toEqual([{ one: 1 }]);
});
