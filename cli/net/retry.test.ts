import { expect, it, vi } from "vitest";
import { retryAfterOf, withRetries } from "./retry";

const never = new AbortController().signal;

/** A server that answers in turn: a status, or nothing at all. */
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

it.each([200, 400, 401, 404, 409])("takes a %d as it is", async (status) => {
  const server = serverOf(status);
  expect([await play(server), server.calls()]).toEqual([status, 1]);
});

it("outlasts a server that is away, busy or restarted", async () => {
  const server = serverOf(null, 503, 502, 429, null, 200);
  expect([await play(server), server.calls()]).toEqual([200, 6]);
});

it("ends with one that stays away, saying why", async () => {
  expect(await play(serverOf(null), 10_000)).toBe("The server cannot be reached (connect ECONNREFUSED).");
});

it("asks a broken server a few times only", async () => {
  const server = serverOf(500);
  expect([await play(server), server.calls()]).toEqual([500, 5]);
});

it("hands over an answer that asks for more patience than there is", async () => {
  const server = serverOf(429);
  expect([await play(server, 5_000), server.calls()]).toEqual([429, 1]);
});

it("ends with its signal", async () => {
  const ending = new AbortController();
  const calling = withRetries(() => Promise.reject(new TypeError("fetch failed")), { patienceMs: 60_000, signal: ending.signal });
  ending.abort(new Error("stopped"));
  await expect(calling).rejects.toThrow("stopped");
});

it("understands when a server wants to be asked again", () => {
  const now = Date.parse("2026-11-22T08:00:00Z");
  expect(retryAfterOf("5", now)).toBe(5_000);
  expect(retryAfterOf("Sun, 22 Nov 2026 08:00:10 GMT", now)).toBe(10_000);
  expect([retryAfterOf("soon", now), retryAfterOf(null, now)]).toEqual([null, null]);
});
