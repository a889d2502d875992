import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { findEntry } from "@/lib/trees/data";
import { PROCESS_PATH } from "@/server/uploads/process-upload";
import { newName } from "../integration/folder-imports/folder-server";
import { uploadBytes } from "../integration/folder-imports/packs";
import { WorkerProcess } from "../integration/imports/worker-process";
import { forkUploadServer, type UploadProcess } from "../integration/uploads/upload-process";
import { type SignedIn, signedIn } from "../setup/signed-in";
import { until } from "../setup/until";

const PACK_FILES = 20_000;
const FOLDER_FILES = 1_000;
const MINUTES = 60_000;

let server: UploadProcess;
let admin: SignedIn;
beforeAll(async () => {
  server = await forkUploadServer();
  admin = await signedIn("admin");
});
afterAll(() => server.kill("SIGTERM"));

const pathOf = (number: number) => `tiles/${Math.floor(number / FOLDER_FILES)}/${number % FOLDER_FILES}.png`;

/** Yields the body of POST /process-tus-upload for files of one byte. @param last the path of the last file */
function* writeList(projectName: string, packs: readonly BlobKey[], last: string): Generator<string> {
  yield `{"projectName":${JSON.stringify(projectName)},"files":[`;
  for (const [index, uploadId] of packs.entries()) {
    const files = Array.from({ length: PACK_FILES }, (_, offset) => {
      const number = index * PACK_FILES + offset;
      const isLast = number === packs.length * PACK_FILES - 1;
      return JSON.stringify({ uploadId, relativePath: isLast ? last : pathOf(number), size: 1, offset, lastModified: 1_700_000_000_000 });
    });
    yield (index === 0 ? "" : ",") + files.join(",");
  }
  yield "]}";
}

/** Returns the highest resident memory that a process has had, in MB. */
async function readPeak(pid: number | undefined): Promise<number> {
  const [, kibibytes = ""] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kibibytes) / 1_024);
}

/** Sends the list of a folder whose packs were uploaded. */
async function sendList(fileCount: number, last: string): Promise<{ projectName: string; status: number; error: string | undefined }> {
  const packs: BlobKey[] = [];
  for (let pack = 0; pack < fileCount / PACK_FILES; pack += 1) packs.push(await uploadBytes(admin, Buffer.alloc(PACK_FILES, "x")));
  const projectName = newName();
  const body = Readable.toWeb(Readable.from(writeList(projectName, packs, last))) as ReadableStream;
  const headers = { ...admin.bearer, "Content-Type": "application/json" };
  const answer = await fetch(`http://localhost:${server.port}${PROCESS_PATH}`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  const { error } = (await answer.json()) as { error?: string };
  return { projectName, status: answer.status, error };
}

/** Lets a worker process run the import of a project to its end. @returns the import, and the highest memory of the process in MB */
async function runInWorker(projectName: string) {
  const worker = await WorkerProcess.start({ MAP_IMAGES: "0" });
  const findImport = () => db().import.findFirstOrThrow({ where: { projectName } });
  const hasEnded = async () => ["complete", "failed"].includes((await findImport()).status);
  await until("the import has ended", hasEnded, 10 * MINUTES);
  const megabytes = await readPeak(worker.pid);
  await worker.kill("SIGTERM");
  return { ended: await findImport(), megabytes };
}

describe("a folder of more than a million files", () => {
  it(
    "is published, and neither the check of its list nor the worker keeps its files in memory",
    async () => {
      const fileCount = 2_000_000;
      const sent = await sendList(fileCount, "index.html");
      expect(sent.status).toBe(200);
      const { ended, megabytes } = await runInWorker(sent.projectName);
      const ofList = await readPeak(server.child.pid);
      expect(ended).toMatchObject({ status: "complete", error: null, filesTotal: fileCount });
      expect(await findEntry(Number(ended.treeId), ["tiles", "1999", "998.png"])).toMatchObject({ kind: "file", size: 1 });
      for (const [what, peak] of Object.entries({ ofList, ofWorker: megabytes })) {
        expect(peak, what).toBeGreaterThan(0);
        expect(peak, what).toBeLessThanOrEqual(400);
      }
    },
    15 * MINUTES,
  );

  it("is refused with its list when its last file has the path of a folder", async () => {
    expect(await sendList(300_000, "tiles/0")).toMatchObject({ status: 400, error: '"tiles/0" is both a file and a folder.' });
  });

  it("is refused by the import when its last file has the path of another file", async () => {
    const { projectName, status } = await sendList(300_000, "tiles/0/0.png");
    expect(status).toBe(200);
    const { ended } = await runInWorker(projectName);
    expect([ended.status, ended.error]).toEqual(["failed", '"tiles/0/0.png" is in the folder more than once.']);
  });
});
