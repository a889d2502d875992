import { afterEach, expect, it } from "vitest";
import { ChunkReader, readInWorkers } from "@/components/upload/source/folder/chosen-folder";
import { UnreadablePartError } from "@/lib/upload-client/send/pack-source";

const storage = await navigator.storage.getDirectory();
const reading = { onProgress: () => undefined, signal: new AbortController().signal };

async function write(folder: FileSystemDirectoryHandle, name: string, content: string): Promise<void> {
  const writing = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await writing.write(content);
  await writing.close();
}

/** Creates three folders of ten files each. */
async function createSite(): Promise<FileSystemDirectoryHandle> {
  const site = await storage.getDirectoryHandle("site", { create: true });
  for (const folder of ["a", "b", "c"]) {
    const tiles = await site.getDirectoryHandle(folder, { create: true });
    for (let number = 0; number < 10; number += 1) await write(tiles, `${number}.txt`, `${folder}${number};`);
  }
  return site;
}

const partsOf = (files: Awaited<ReturnType<typeof readInWorkers>>) => files.map(({ file }) => ({ file, from: 0, to: file.size }));

afterEach(() => storage.removeEntry("site", { recursive: true }));

it("a folder is read by several workers, and no file of it stays open", async () => {
  const files = await readInWorkers([await createSite()], reading, 10);
  expect(files.map(({ path }) => path).sort()).toEqual(
    ["a", "b", "c"].flatMap((folder) => Array.from({ length: 10 }, (_, number) => `site/${folder}/${number}.txt`)),
  );
  expect(files.some(({ file }) => file instanceof File)).toBe(false);
});

it.each([30, 2])("a chunk has the bytes of %d files of the folder", async (count) => {
  const files = (await readInWorkers([await createSite()], reading)).slice(0, count);
  const reader = new ChunkReader();
  const text = await (await reader.read(partsOf(files))).text();
  expect(text).toBe(files.map(({ path }) => `${path.slice("site/".length).replace("/", "").replace(".txt", "")};`).join(""));
  reader.close();
});

it.each([30, 2])("a chunk of %d files names the file that was changed after it was chosen", async (count) => {
  const site = await createSite();
  const files = (await readInWorkers([site], reading)).slice(0, count);
  const [folder = "", name = ""] = files[1]?.path.split("/").slice(1) ?? [];
  await write(await site.getDirectoryHandle(folder), name, "longer than before");
  const reader = new ChunkReader();
  const failure = await reader.read(partsOf(files)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreadablePartError);
  expect(failure).toMatchObject({ index: 1 });
  reader.close();
});
