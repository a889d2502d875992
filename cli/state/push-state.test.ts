import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { PushState } from "./push-state";

const cache = await mkdtemp(path.join(tmpdir(), "sea-vision-state-"));
vi.stubEnv("XDG_CACHE_HOME", cache);
afterAll(() => rm(cache, { recursive: true, force: true }));

const identity = { origin: "https://maps.example.com", accountId: "1", safeName: "harbour", source: "/site" };
const packOf = (sessionId: string, packId: string) => ({ sessionId, packId, size: 3, paths: ["a"], sizes: [3], times: [1] });
const folderOf = (state: PushState) => path.join(cache, "sea-vision", state.id);

it("PushState has a different id for each server, account, project and folder", () => {
  const others = [{ origin: "https://x.example.com" }, { accountId: "2" }, { safeName: "pier" }, { source: "/other" }];
  const ids = [{}, ...others].map((other) => new PushState({ ...identity, ...other }).id);
  expect(new Set(ids).size).toBe(5);
  expect(new PushState({ ...identity }).id).toBe(ids[0]);
});

it("PushState reads the stored packs and progress, even after a kill during a write", async () => {
  const state = new PushState(identity);
  await state.lock();
  expect(await state.read(state.id)).toEqual({ packs: [], progress: new Map() });
  const [first, second] = [packOf(state.id, "one"), packOf(state.id, "two")];
  await state.keep(state.id, [first, second], []);
  const progress = { sessionId: state.id, packId: "one", size: 3, uploadUrl: "https://maps.example.com/files/1", isDone: false };
  await state.note(progress);
  await state.note({ ...progress, isDone: true });
  await appendFile(path.join(folderOf(state), "progress.ndjson"), '{"sessionId":"');
  await writeFile(path.join(folderOf(state), "broken.pack.json"), '{"sessi');
  const known = await new PushState(identity).read(state.id);
  expect(known.packs.map(({ packId }) => packId).sort()).toEqual(["one", "two"]);
  expect([...known.progress.values()]).toEqual([{ ...progress, isDone: true }]);
  await state.keep(state.id, [], [first]);
  expect((await state.read(state.id)).packs).toEqual([second]);
  await state.forget();
  expect(await readdir(path.dirname(folderOf(state)))).toEqual([]);
});

it("PushState allows one process at a time and releases the lock of a dead process", async () => {
  const state = new PushState(identity);
  await state.lock();
  await expect(new PushState(identity).lock()).rejects.toThrow(`already, by process ${process.pid}`);
  // Simulates a kill and a new container, whose processes reuse the same ids.
  await writeFile(path.join(folderOf(state), "lock"), JSON.stringify({ pid: process.ppid, startTime: "1" }));
  const next = new PushState(identity);
  await next.lock();
  await next.unlock();
  expect(await readdir(folderOf(state))).not.toContain("lock");
});

it("PushState works without a writable cache folder, but stores nothing", async () => {
  await writeFile(path.join(cache, "file"), "");
  vi.stubEnv("XDG_CACHE_HOME", path.join(cache, "file"));
  const state = new PushState(identity);
  await state.lock();
  await state.keep(state.id, [packOf(state.id, "one")], []);
  await state.note({ sessionId: state.id, packId: "one", size: 3, uploadUrl: "https://maps.example.com/files/1", isDone: false });
  expect(await state.read(state.id)).toEqual({ packs: [], progress: new Map() });
  await state.unlock();
  vi.stubEnv("XDG_CACHE_HOME", cache);
});
