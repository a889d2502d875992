import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConnectionState } from "../send/connection-state";
import { type CallOutcome, finalizeUpload, startExtraction } from "./publish-calls";

const unheard: CallOutcome<string> = { kind: "network", message: "network error" };
const taken: CallOutcome<string> = { kind: "taken", answer: "yes" };

const host = { isOnline: () => true, waitForSession: () => Promise.resolve() };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Finalizes with a server that returns the answers in order. */
async function play(outcomes: CallOutcome<string>[]) {
  const links: ConnectionState[] = [];
  let calls = 0;
  const call = () => Promise.resolve(outcomes[calls++] ?? taken);
  const handed = finalizeUpload({ call, accountId: "1", host, onConnection: (link) => links.push(link) }, new AbortController().signal);
  await vi.runAllTimersAsync();
  return { handed: await handed, links, calls };
}

it("finalizeUpload resolves with the first success", async () => {
  expect(await play([taken])).toEqual({ handed: taken, links: [], calls: 1 });
});

it("finalizeUpload repeats the call until the server accepts it", async () => {
  const away: CallOutcome<string> = { kind: "away", message: "503" };
  expect(await play([unheard, away, taken])).toEqual({ handed: taken, links: ["unreachable", "unreachable"], calls: 3 });
});

it.each(["busy", "gone", "refused"] as const)("finalizeUpload returns a failure of the kind %s without a retry", async (kind) => {
  expect(await play([{ kind, message: "No." }])).toEqual({ handed: { kind: "refused", message: "No." }, links: [], calls: 1 });
});

it("finalizeUpload rejects when its signal aborts", async () => {
  const leaving = new AbortController();
  const call = () => {
    leaving.abort();
    return Promise.resolve(unheard);
  };
  const handed = finalizeUpload({ call, accountId: "1", host, onConnection: () => undefined }, leaving.signal);
  await vi.runAllTimersAsync();
  expect(await handed).toEqual({ kind: "left" });
});

it.each([
  [null, {}],
  ["cp850", { nameEncoding: "cp850" }],
] as const)("startExtraction sends the encoding of names %s", async (nameEncoding, expected) => {
  const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null };
  const call = vi.fn(() => Promise.resolve(Response.json({ safeName: "harbour" })));
  const outcome = await startExtraction(call, target, { uploadId: "7", nameEncoding }, new AbortController().signal);
  expect(outcome).toMatchObject({ kind: "taken" });
  const body = { projectName: "Harbour", description: "", uploadId: "7", ...expected };
  expect(call).toHaveBeenCalledWith("/extract-tus-zip", expect.objectContaining({ body: JSON.stringify(body) }));
});

it("startExtraction sends what the user said of data files", async () => {
  const answers = { "towns.shp": { projection: "EPSG:25832" } };
  const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null, answers };
  const call = vi.fn((_path: string, _init?: RequestInit) => Promise.resolve(Response.json({ safeName: "harbour" })));
  await startExtraction(call, target, { uploadId: "7", nameEncoding: null }, new AbortController().signal);
  expect(JSON.parse(String(call.mock.calls[0]?.[1]?.body))).toMatchObject({ answers });
});
