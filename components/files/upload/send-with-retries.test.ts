import { describe, expect, it } from "vitest";
import type { ConnectionState } from "@/lib/publish/send/connection-state";
import type { ChunkOutcome } from "./send-chunk";
import { type Line, sendWithRetries } from "./send-with-retries";

const away: ChunkOutcome = { kind: "unavailable", status: 0, reason: null };
const stored: ChunkOutcome = { kind: "stored" };
const online: Line = { isOnline: () => true, untilOnline: () => Promise.resolve() };

/** Sends against an outcome for each try. */
async function tryOut(outcomes: ChunkOutcome[], line: Line = online) {
  const left = [...outcomes];
  const waits: number[] = [];
  const links: ConnectionState[] = [];
  const outcome = await sendWithRetries(() => Promise.resolve(left.shift() ?? away), {
    onConnection: (link) => links.push(link),
    signal: new AbortController().signal,
    line,
    wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
  });
  return { outcome, waits, links, left };
}

describe("a chunk is sent", () => {
  it("once when it arrives", async () => {
    expect(await tryOut([stored])).toEqual({ outcome: stored, waits: [], links: [], left: [] });
  });

  it("again after each of the delays while nobody answers", async () => {
    const { outcome, waits, links } = await tryOut([away, away, away, stored]);
    expect(outcome).toEqual(stored);
    expect(waits).toEqual([0, 1_000, 3_000]);
    expect(links.at(-1)).toBe("sending");
  });

  it("not for ever", async () => {
    const { outcome, waits } = await tryOut([]);
    expect(outcome).toEqual(away);
    expect(waits).toEqual([0, 1_000, 3_000, 5_000, 10_000]);
  });

  it("not again once it was refused", async () => {
    const refused: ChunkOutcome = { kind: "refused", status: 409, reason: "no" };
    expect(await tryOut([away, refused, stored])).toMatchObject({ outcome: refused, left: [stored] });
  });

  it("when there is a network again", async () => {
    let isOnline = false;
    const line: Line = {
      isOnline: () => isOnline,
      untilOnline: () => {
        isOnline = true;
        return Promise.resolve();
      },
    };
    expect((await tryOut([away, stored], line)).links).toEqual(["unreachable", "offline", "sending"]);
  });
});

it("is not sent again once it is called off", async () => {
  const work = new AbortController();
  let tries = 0;
  const sending = sendWithRetries(
    () => {
      tries += 1;
      return Promise.resolve(away);
    },
    {
      onConnection: () => undefined,
      signal: work.signal,
      line: online,
      wait: () => Promise.resolve(work.abort(new Error("called off"))),
    },
  );
  await expect(sending).rejects.toThrow("called off");
  expect(tries).toBe(1);
});
