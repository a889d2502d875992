import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ExtractionProgress } from "@/lib/imports/schema";
import { queuedImport } from "@/tests/setup/import-progress";
import { type CallOutcome, handOver } from "./hand-over";
import type { UploadLink, UploadTarget } from "./transfer-state";

const target: UploadTarget = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null };
const unheard: CallOutcome<string> = { kind: "network", message: "network error" };
const taken: CallOutcome<string> = { kind: "taken", answer: "yes" };
const inUse: CallOutcome<string> = { kind: "busy", message: "This name is being imported." };

/** What the server tells of the last import, one answer for each time that it is asked; the last for ever. */
let imports: (Partial<ExtractionProgress> | null)[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", () => {
    const found = imports.length > 1 ? imports.shift() : imports[0];
    return Promise.resolve(found ? Response.json({ ...queuedImport, ...found }) : new Response(null, { status: 404 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Hands over to a server that answers the calls in turn. */
async function play(outcomes: CallOutcome<string>[], replacesId: string | null = null) {
  const links: UploadLink[] = [];
  let calls = 0;
  const call = () => Promise.resolve(outcomes[calls++] ?? taken);
  const input = {
    call,
    target: { ...target, replacesId },
    source: "zip",
    accountId: "1",
    onLink: (link: UploadLink) => links.push(link),
  } as const;
  const handed = handOver(input, new AbortController().signal);
  await vi.runAllTimersAsync();
  return { handed: await handed, links, calls };
}

it("is done with the first answer that says so", async () => {
  imports = [null];
  expect(await play([taken])).toEqual({ handed: taken, links: [], calls: 1 });
});

it("repeats a call that the server has not heard", async () => {
  imports = [null];
  expect(await play([unheard, unheard, taken])).toMatchObject({ handed: taken, calls: 3, links: ["unreachable", "unreachable"] });
});

it("does not repeat a replacement that the server has heard", async () => {
  const former = { importId: "former", isReplacement: true, status: "complete" } as const;
  imports = [former, { ...former, importId: "ours" }];
  expect(await play([unheard], "7")).toMatchObject({ handed: { kind: "taken", answer: null }, calls: 1 });
});

it("asks again when the name is in use after a lost answer: it may be by this very call", async () => {
  imports = [null, null, { importId: "ours" }];
  expect(await play([unheard, inUse])).toMatchObject({ handed: { kind: "taken", answer: null }, calls: 2 });
});

it.each([
  ["another person", { isOwn: false }],
  ["a folder", { source: "folder" }],
  ["a replacement", { isReplacement: true }],
] as const)("takes no import by %s for its own", async (_, other) => {
  imports = [null, { importId: "other", ...other }];
  expect(await play([unheard, inUse, inUse])).toMatchObject({ handed: { kind: "refused", message: inUse.message }, calls: 3 });
});

it("says at once that a name is in use", async () => {
  imports = [null];
  expect(await play([inUse])).toMatchObject({ handed: { kind: "refused", message: inUse.message }, calls: 1 });
});

it("ends with its signal", async () => {
  imports = [null];
  const leaving = new AbortController();
  const call = () => {
    leaving.abort();
    return Promise.resolve(unheard);
  };
  const handed = handOver({ call, target, source: "zip", accountId: "1", onLink: () => undefined }, leaving.signal);
  await vi.runAllTimersAsync();
  expect(await handed).toEqual({ kind: "left" });
});
