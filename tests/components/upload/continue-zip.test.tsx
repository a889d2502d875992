import { beforeEach, expect, it } from "vitest";
import { type UnfinishedZip, ZIP_PACK_ID } from "@/components/upload/unfinished/database";
import { isSameFile } from "@/components/upload/unfinished/find-upload";
import { storeProgress, storeUpload } from "@/components/upload/unfinished/store";
import { describeSent } from "@/lib/upload-client/send/sent-ranges";

const SENT_BYTES = 1_000;

const zipOf = (letter: string, lastModified: number) => new File([letter.repeat(2_000)], "harbour.zip", { lastModified });

const upload: UnfinishedZip = {
  id: "one",
  source: "zip",
  accountId: "ada",
  name: "harbour.zip",
  lastModified: 1,
  nameEncoding: null,
  fileCount: 1,
  byteCount: 2_000,
  packCount: 1,
  createdAt: 1,
  isFinalizing: false,
  handle: null,
  target: { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null },
};

async function storeSent(file: File | null): Promise<void> {
  const sent = file ? await describeSent(file, SENT_BYTES) : undefined;
  await storeUpload(upload);
  await storeProgress({ sessionId: upload.id, packId: ZIP_PACK_ID, size: 2_000, uploadUrl: "/files/one", isDone: false, sent });
}

beforeEach(() => storeSent(zipOf("a", 1)));

it("an unfinished upload continues with its ZIP when only the time has changed", async () => {
  expect(await isSameFile(upload, zipOf("a", 2))).toBe(true);
});

it("an unfinished upload refuses a ZIP with other content, also with the same size and time", async () => {
  expect(await isSameFile(upload, zipOf("b", 1))).toBe(false);
});

it("an unfinished upload without an accepted chunk continues with a ZIP of the same time", async () => {
  await storeSent(null);
  expect([await isSameFile(upload, zipOf("a", 1)), await isSameFile(upload, zipOf("a", 2))]).toEqual([true, false]);
});
