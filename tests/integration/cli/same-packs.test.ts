import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { type DiskFile, diskReader } from "@/cli/source/disk-file";
import { readHandles } from "@/components/upload/source/folder/reading";
import type { PlanStore } from "@/lib/upload-client/plan/plan-store";
import { UploadPlan } from "@/lib/upload-client/plan/upload-plan";
import type { Chunk, FolderFile, LocalFile } from "@/lib/upload-client/send/byte-source";
import { PackSource, type PartReader } from "@/lib/upload-client/send/pack-source";
import { excluder, scanFolder } from "../../../cli/source/scan-folder";

const MEBIBYTE = 1024 * 1024;
const modifiedAt = 1_700_000_000_000;
const signal = new AbortController().signal;
const top = await mkdtemp(path.join(tmpdir(), "sea-vision-core-"));
afterAll(() => rm(top, { recursive: true }));

const tiles = Object.fromEntries(
  Array.from({ length: 9_000 }, (_, number) => [`tiles/${number % 40}/${number}.png`, randomBytes(number % 3_000)]),
);
const contents: Record<string, Buffer> = {
  "index.html": Buffer.from("<h1>Harbour</h1>"),
  "u\u0308ber/Stra\u00dfe \u{1f30a}.json": Buffer.from("{}"),
  ".nojekyll": Buffer.alloc(0),
  ".DS_Store": Buffer.from("ignored"),
  "__MACOSX/a": Buffer.from("ignored"),
  "large.bin": randomBytes(9 * MEBIBYTE),
  ...tiles,
};

type Tree = Map<string, Tree | Buffer>;

function treeOf(files: Record<string, Buffer>): Tree {
  const root: Tree = new Map();
  for (const [file, content] of Object.entries(files)) {
    const parts = file.split("/");
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      const known = folder.get(part) ?? new Map();
      folder.set(part, known);
      folder = known as Tree;
    }
    folder.set(parts.at(-1) ?? "", content);
  }
  return root;
}

/** Creates a handle like those of a browser. Its entries are in a different order than on disk. */
function handleOf(name: string, content: Tree | Buffer): FileSystemHandle {
  const handle = Buffer.isBuffer(content)
    ? { kind: "file", name, getFile: () => Promise.resolve(new File([new Uint8Array(content)], name, { lastModified: modifiedAt })) }
    : {
        kind: "directory",
        name,
        async *values() {
          for (const [child, inside] of [...content].reverse()) yield await Promise.resolve(handleOf(child, inside));
        },
      };
  return handle as unknown as FileSystemHandle;
}

const blobReader: PartReader<File> = { read: (parts) => new Blob(parts.map(({ file, from, to }) => file.slice(from, to))) };
const noPlanStore: PlanStore = { read: () => Promise.resolve({ packs: [], progress: new Map() }), keep: () => Promise.resolve() };

async function sendingOf<Content extends LocalFile>(
  files: readonly FolderFile<Content>[],
  reader: PartReader<Content>,
  toBytes: (chunk: Chunk) => Promise<Buffer>,
) {
  const plan = new UploadPlan(noPlanStore);
  plan.add({ paths: files.map((one) => one.path), sizes: files.map(({ file }) => file.size), times: files.map(() => modifiedAt) });
  const facts = plan.facts();
  const { packs } = await plan.plan({ sessionId: "one" }, () => Promise.resolve(true));
  const uploads: Buffer[] = [];
  for (const pack of packs) {
    const source = new PackSource(
      Array.from(pack.files).flatMap((number) => files[number] ?? []),
      reader,
    );
    const chunks: Buffer[] = [];
    for (let start = 0; start < source.size; start += chunks.at(-1)?.length ?? 0)
      chunks.push(await toBytes(await source.slice(start, Math.min(source.size, start + 5 * MEBIBYTE))));
    uploads.push(Buffer.concat(chunks));
  }
  const uploadIds = new Map(packs.map(({ id }, place) => [id, `upload-${place}`]));
  return { facts, uploads, list: await plan.list({ head: { projectName: "Harbour" }, uploadIds }).text() };
}

it("the browser and the command-line client send the same packs and the same file list for a folder", async () => {
  for (const [file, content] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(top, file)), { recursive: true });
    await writeFile(path.join(top, file), content);
  }
  const onDisk = await scanFolder(top, { isExcluded: excluder([]), onProgress: () => undefined, signal });
  const selected = await readHandles([handleOf("site", treeOf(contents))], { onProgress: () => undefined, signal });
  const program = await sendingOf<DiskFile>(
    onDisk.map(({ path: place, file }) => ({ path: `folder/${place}`, file })),
    diskReader,
    (chunk) => Promise.resolve(Buffer.from(chunk as unknown as Uint8Array)),
  );
  const page = await sendingOf(selected, blobReader, async (chunk) => Buffer.from(await (chunk as Blob).arrayBuffer()));
  // The number of a file depends on the order in which it was found.
  expect(program.facts).toEqual({ ...page.facts, fileCount: 9_004, leftOut: 2, firstPage: expect.any(Number) });
  expect(program.uploads.length).toBeGreaterThan(2);
  expect(program.uploads.map((bytes) => bytes.length)).toEqual(page.uploads.map((bytes) => bytes.length));
  expect(program.uploads.every((bytes, place) => bytes.equals(page.uploads[place] ?? Buffer.alloc(0)))).toBe(true);
  expect(program.list === page.list).toBe(true);
});
