import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConnectionState } from "../send/connection-state";
import { type CallOutcome, finalizeUpload } from "./finalize-upload";

const unheard: CallOutcome<string> = { kind: "network", message: "network error" };
const taken: CallOutcome<string> = { kind: "taken", answer: "yes" };

const host = { isOnline: () => true, waitForSession: () => Promise.resolve() };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Hands over to a server that answers the calls in turn. */
async function play(outcomes: CallOutcome<string>[]) {
  const links: ConnectionState[] = [];
  let calls = 0;
  const call = () => Promise.resolve(outcomes[calls++] ?? taken);
  const handed = finalizeUpload({ call, accountId: "1", host, onConnection: (link) => links.push(link) }, new AbortController().signal);
  await vi.runAllTimersAsync();
  return { handed: await handed, links, calls };
}

it("is done with the first answer that says so", async () => {
  expect(await play([taken])).toEqual({ handed: taken, links: [], calls: 1 });
});

it("calls again until it is heard, whatever is between", async () => {
  const away: CallOutcome<string> = { kind: "away", message: "503" };
  expect(await play([unheard, away, taken])).toEqual({ handed: taken, links: ["unreachable", "unreachable"], calls: 3 });
});

it.each(["busy", "gone", "refused"] as const)("says at once what a server says that is %s", async (kind) => {
  expect(await play([{ kind, message: "No." }])).toEqual({ handed: { kind: "refused", message: "No." }, links: [], calls: 1 });
});

it("ends with its signal", async () => {
  const leaving = new AbortController();
  const call = () => {
    leaving.abort();
    return Promise.resolve(unheard);
  };
  const handed = finalizeUpload({ call, accountId: "1", host, onConnection: () => undefined }, leaving.signal);
  await vi.runAllTimersAsync();
  expect(await handed).toEqual({ kind: "left" });
});
