import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";
import { countSent, planChunks, sendWithRetries } from "./chunk-sender";

const GIBIBYTE = 1024 ** 3;

describe("planChunks", () => {
  it("puts at most 200 files into a chunk", () => {
    const sizes = Array.from({ length: 450 }, () => 10);
    expect(planChunks(sizes)).toEqual([
      { from: 0, to: 200, bytes: 2_000 },
      { from: 200, to: 400, bytes: 2_000 },
      { from: 400, to: 450, bytes: 500 },
    ]);
    expect(planChunks(sizes.slice(0, 200))).toHaveLength(1);
    expect(planChunks(sizes.slice(0, 201))).toHaveLength(2);
  });

  it("puts at most 1 GiB into a chunk, unless one file is larger", () => {
    const sizes = [1, 5 * GIBIBYTE, GIBIBYTE / 2, GIBIBYTE / 2, 1];
    expect(planChunks(sizes).map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
      [4, 5],
    ]);
  });

  it("returns no chunks for no files, and one chunk for empty files", () => {
    expect(planChunks([])).toEqual([]);
    expect(planChunks([0, 0])).toEqual([{ from: 0, to: 2, bytes: 0 }]);
  });
});

describe("countSent", () => {
  const sizes = [100, 10, 0, 20];
  const chunk = { from: 1, to: 4, bytes: 30 };

  it.each([
    [0, 0],
    [9, 0],
    [10, 2],
    [29, 2],
    [30, 3],
  ])("counts for %s sent bytes %s files", (bytes, files) => expect(countSent(sizes, chunk, bytes)).toBe(files));
});

type Answer = Awaited<ReturnType<typeof sendWithRetries>>;
const unavailable: Answer = { status: 503, reason: null };
const stored: Answer = { status: 200, reason: null };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sendAnswers(answers: Answer[], onConnection: (state: ConnectionState) => void = () => undefined) {
  const left = [...answers];
  const begun = Date.now();
  const sentAt: number[] = [];
  const sending = sendWithRetries(
    () => {
      sentAt.push(Date.now() - begun);
      return Promise.resolve(left.shift() ?? unavailable);
    },
    { onConnection, signal: new AbortController().signal },
  );
  await vi.runAllTimersAsync();
  return { answer: await sending, sentAt, left };
}

describe("sendWithRetries", () => {
  it("sends a chunk once when it is stored", async () => {
    expect(await sendAnswers([stored])).toEqual({ answer: stored, sentAt: [0], left: [] });
  });

  it("retries after each delay while the server is unavailable", async () => {
    const states: ConnectionState[] = [];
    const { answer, sentAt } = await sendAnswers([unavailable, unavailable, unavailable, stored], (state) => states.push(state));
    expect(answer).toEqual(stored);
    expect(sentAt).toEqual([0, 0, 1_000, 4_000]);
    expect(states.at(-1)).toBe("sending");
  });

  it("gives up after the last delay", async () => {
    const { answer, sentAt } = await sendAnswers([]);
    expect(answer).toEqual(unavailable);
    expect(sentAt).toEqual([0, 0, 1_000, 4_000, 9_000, 19_000]);
  });

  it("doesn't retry a rejected chunk", async () => {
    const refused: Answer = { status: 409, reason: "no" };
    expect(await sendAnswers([unavailable, refused, stored])).toMatchObject({ answer: refused, left: [stored] });
  });

  it("waits until the network is back", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const states: ConnectionState[] = [];
    await sendAnswers([unavailable, stored], (state) => {
      states.push(state);
      if (state === "offline") setTimeout(() => window.dispatchEvent(new Event("online")), 60_000);
    });
    expect(states).toEqual(["unreachable", "offline", "sending"]);
  });

  it("doesn't retry after an abort", async () => {
    const work = new AbortController();
    let tries = 0;
    const sending = sendWithRetries(
      () => {
        tries += 1;
        work.abort(new Error("aborted"));
        return Promise.resolve(unavailable);
      },
      { onConnection: () => undefined, signal: work.signal },
    );
    await expect(sending).rejects.toThrow("aborted");
    expect(tries).toBe(1);
  });
});
