import { expect, it, vi } from "vitest";
import { retryAfterOf, withRetries } from "./retry";

const never = new AbortController().signal;

/** Returns a server with answers in order. Null means no answer. */
function serverOf(...answers: (number | null)[]) {
  let calls = 0;
  const call = () => {
    const status = answers[Math.min(calls, answers.length - 1)] ?? null;
    calls += 1;
    if (status === null) return Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));
    return Promise.resolve(new Response(null, { status, headers: status === 429 ? { "Retry-After": "7" } : {} }));
  };
  return { call, calls: () => calls };
}

async function play(server: ReturnType<typeof serverOf>, patienceMs = 60_000): Promise<number | string> {
  vi.useFakeTimers();
  try {
    const outcome = withRetries(server.call, { patienceMs, signal: never }).then(
      ({ status }) => status,
      ({ message }: Error) => message,
    );
    await vi.runAllTimersAsync();
    return await outcome;
  } finally {
    vi.useRealTimers();
  }
}

it.each([200, 400, 401, 404, 409])("withRetries returns a %d without a retry", async (status) => {
  const server = serverOf(status);
  expect([await play(server), server.calls()]).toEqual([status, 1]);
});

it("withRetries continues when a server is unavailable, busy or restarted", async () => {
  const server = serverOf(null, 503, 502, 429, null, 200);
  expect([await play(server), server.calls()]).toEqual([200, 6]);
});

it("withRetries rejects with the cause when the server stays unavailable", async () => {
  expect(await play(serverOf(null), 10_000)).toBe("The server cannot be reached (connect ECONNREFUSED).");
});

it("withRetries retries a 500 only a few times", async () => {
  const server = serverOf(500);
  expect([await play(server), server.calls()]).toEqual([500, 5]);
});

it("withRetries returns an answer whose Retry-After exceeds the remaining time", async () => {
  const server = serverOf(429);
  expect([await play(server, 5_000), server.calls()]).toEqual([429, 1]);
});

it("withRetries rejects when its signal aborts", async () => {
  const ending = new AbortController();
  const calling = withRetries(() => Promise.reject(new TypeError("fetch failed")), { patienceMs: 60_000, signal: ending.signal });
  ending.abort(new Error("stopped"));
  await expect(calling).rejects.toThrow("stopped");
});

it("retryAfterOf parses seconds and dates and returns null otherwise", () => {
  const now = Date.parse("2026-11-22T08:00:00Z");
  expect(retryAfterOf("5", now)).toBe(5_000);
  expect(retryAfterOf("Sun, 22 Nov 2026 08:00:10 GMT", now)).toBe(10_000);
  expect([retryAfterOf("soon", now), retryAfterOf(null, now)]).toEqual([null, null]);
});
