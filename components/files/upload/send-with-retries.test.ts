import { describe, expect, it } from "vitest";
import type { ConnectionState } from "@/lib/publish/send/connection-state";
import type { ChunkOutcome } from "./send-chunk";
import { type NetworkState, sendWithRetries } from "./send-with-retries";

const unavailable: ChunkOutcome = { kind: "unavailable", status: 0, reason: null };
const stored: ChunkOutcome = { kind: "stored" };
const online: NetworkState = { isOnline: () => true, untilOnline: () => Promise.resolve() };

async function sendOutcomes(outcomes: ChunkOutcome[], network: NetworkState = online) {
  const left = [...outcomes];
  const waits: number[] = [];
  const states: ConnectionState[] = [];
  const outcome = await sendWithRetries(() => Promise.resolve(left.shift() ?? unavailable), {
    onConnection: (state) => states.push(state),
    signal: new AbortController().signal,
    network,
    wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
  });
  return { outcome, waits, states, left };
}

describe("sendWithRetries", () => {
  it("sends a chunk once when it is stored", async () => {
    expect(await sendOutcomes([stored])).toEqual({ outcome: stored, waits: [], states: [], left: [] });
  });

  it("retries after each delay while the server is unavailable", async () => {
    const { outcome, waits, states } = await sendOutcomes([unavailable, unavailable, unavailable, stored]);
    expect(outcome).toEqual(stored);
    expect(waits).toEqual([0, 1_000, 3_000]);
    expect(states.at(-1)).toBe("sending");
  });

  it("gives up after the last delay", async () => {
    const { outcome, waits } = await sendOutcomes([]);
    expect(outcome).toEqual(unavailable);
    expect(waits).toEqual([0, 1_000, 3_000, 5_000, 10_000]);
  });

  it("doesn't retry a rejected chunk", async () => {
    const refused: ChunkOutcome = { kind: "refused", status: 409, reason: "no" };
    expect(await sendOutcomes([unavailable, refused, stored])).toMatchObject({ outcome: refused, left: [stored] });
  });

  it("waits until the network is back", async () => {
    let isOnline = false;
    const network: NetworkState = {
      isOnline: () => isOnline,
      untilOnline: () => {
        isOnline = true;
        return Promise.resolve();
      },
    };
    expect((await sendOutcomes([unavailable, stored], network)).states).toEqual(["unreachable", "offline", "sending"]);
  });
});

it("sendWithRetries doesn't retry after an abort", async () => {
  const work = new AbortController();
  let tries = 0;
  const sending = sendWithRetries(
    () => {
      tries += 1;
      return Promise.resolve(unavailable);
    },
    {
      onConnection: () => undefined,
      signal: work.signal,
      network: online,
      wait: () => Promise.resolve(work.abort(new Error("aborted"))),
    },
  );
  await expect(sending).rejects.toThrow("aborted");
  expect(tries).toBe(1);
});
