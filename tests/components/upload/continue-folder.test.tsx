import { beforeEach, expect, it } from "vitest";
import { ChosenFolder } from "@/components/upload/source/folder/chosen-folder";
import { choiceOfHandle } from "@/components/upload/source/folder/reading";
import { forgetUpload, storeProgress } from "@/components/upload/unfinished/store";
import { PackSource } from "@/lib/upload-client/send/pack-source";

const SESSION_ID = "one";
const UPLOAD_URL = "/files/one";
const storage = await navigator.storage.getDirectory();
const reading = { onProgress: () => undefined, signal: new AbortController().signal };
let site: FileSystemDirectoryHandle;

async function write(number: number, content: string): Promise<void> {
  const writing = await (await site.getFileHandle(`${number}.txt`, { create: true })).createWritable();
  await writing.write(content);
  await writing.close();
}

async function choose(): Promise<ChosenFolder> {
  const folder = new ChosenFolder();
  await folder.add(choiceOfHandle(site), reading);
  return folder;
}

/** Plans the folder and sends the first 20 of its 30 files. @returns the id of its only pack */
async function beginUpload(): Promise<string | undefined> {
  const folder = await choose();
  const [pack] = (await folder.plan.api.plan({ sessionId: SESSION_ID }, folder.hasSent)).packs;
  const source = new PackSource(folder.filesOf(pack?.files ?? new Uint32Array()), folder.reader);
  await source.slice(0, 60);
  const { id: packId = "", size = 0 } = pack ?? {};
  await storeProgress({ sessionId: SESSION_ID, packId, size, uploadUrl: UPLOAD_URL, isDone: false, ranges: source.sent });
  folder.close();
  return pack?.id;
}

beforeEach(async () => {
  site = await storage.getDirectoryHandle("site", { create: true });
  for (let number = 10; number < 40; number += 1) await write(number, `${number};`);
  return async () => {
    await forgetUpload(SESSION_ID);
    await storage.removeEntry("site", { recursive: true });
  };
});

it("an unfinished upload continues with its folder when only times have changed", async () => {
  const packId = await beginUpload();
  for (let number = 10; number < 40; number += 1) await write(number, `${number};`);
  const folder = await choose();
  expect(await folder.plan.api.changes({ sessionId: SESSION_ID }, folder.hasSent)).toEqual({ added: 0, changed: 0, removed: 0 });
  const { packs, dropped } = await folder.plan.api.plan({ sessionId: SESSION_ID }, folder.hasSent);
  expect([packs.map(({ id, uploadUrl }) => [id, uploadUrl]), dropped]).toEqual([[[packId, UPLOAD_URL]], []]);
  folder.close();
});

it("an unfinished upload counts a file with other content of the same size, and discards its pack", async () => {
  const packId = await beginUpload();
  await write(15, "xx;");
  const folder = await choose();
  expect(await folder.plan.api.changes({ sessionId: SESSION_ID }, folder.hasSent)).toEqual({ added: 0, changed: 1, removed: 0 });
  const { packs, dropped } = await folder.plan.api.plan({ sessionId: SESSION_ID }, folder.hasSent);
  expect(packs).toMatchObject([{ uploadUrl: null }]);
  expect([packs[0]?.id === packId, dropped]).toEqual([false, [UPLOAD_URL]]);
  folder.close();
});
