import { describe, expect, it } from "vitest";
import { type UploadEvent, uploadReducer } from "@/components/upload/controller/upload-reducer";
import { idleUpload, type Transfer, type UploadState } from "@/components/upload/controller/upload-state";
import type { FilesUpload } from "./prepare-files";
import { failureMessage, successMessage, uploadPercent, uploadStats } from "./upload-messages";

const MEBIBYTE = 1024 ** 2;
const shipment = { name: "tiles", fileCount: 450, byteCount: 45 * MEBIBYTE, chunkCount: 3 };
const started: UploadEvent<FilesUpload> = {
  type: "uploadStarted",
  target: { path: "tiles", kind: "folder" },
  shipment,
  connection: "sending",
  at: 1_000,
};
const progressed = (bytes: number, at: number): UploadEvent<FilesUpload> => ({
  type: "progressed",
  progress: { bytes, filesSent: 225, chunksSent: 1 },
  at,
});

function transferAfter(...events: UploadEvent<FilesUpload>[]): Transfer {
  const { phase } = events.reduce<UploadState<FilesUpload>>(uploadReducer, idleUpload);
  if (!("transfer" in phase) || !phase.transfer) throw new Error(`Nothing is sent while ${phase.status}.`);
  return phase.transfer;
}

const halfway = () => transferAfter(started, progressed(22 * MEBIBYTE, 3_000));

describe("uploadPercent", () => {
  it("returns the percentage of files for many files, and of bytes for few", () => {
    const many = halfway();
    const few = (change: Partial<Transfer["shipment"]>, filesSent: number) => ({
      ...many,
      shipment: { ...many.shipment, ...change },
      sent: { ...many.sent, filesSent },
    });
    expect(uploadPercent(many)).toBe(50);
    expect(uploadPercent(few({ fileCount: 3 }, 0))).toBe(48);
    expect(uploadPercent(few({ fileCount: 2, byteCount: 0 }, 1))).toBe(50);
  });

  it("returns 100 for a complete upload", () => {
    const notice = { kind: "success", text: "through" } as const;
    const done = transferAfter(started, { type: "completed", notice, map: null });
    expect(uploadPercent(done)).toBe(100);
    expect(uploadStats(done)).toContain("45.0 MB of 45.0 MB");
  });
});

describe("uploadStats", () => {
  it("returns the chunk, the files, the bytes, the speed and the time", () => {
    const transfer = halfway();
    expect(uploadStats(transfer)).toBe("Chunk 2 of 3 · 225 of 450 files · 22.0 MB of 45.0 MB · 11.0 MB/s · 3 sec left");
    const single = { ...transfer, shipment: { ...transfer.shipment, fileCount: 1, chunkCount: 1 }, connection: "offline" } as const;
    expect(uploadStats(single)).toBe("22.0 MB of 45.0 MB");
  });

  it("excludes waiting time from the speed", () => {
    const waited = transferAfter(
      started,
      progressed(22 * MEBIBYTE, 3_000),
      { type: "connectionChanged", connection: "unreachable", at: 3_500 },
      { type: "connectionChanged", connection: "sending", at: 60_000 },
      progressed(33 * MEBIBYTE, 61_000),
    );
    expect(uploadStats(waited)).toContain("11.0 MB/s");
  });
});

describe("upload messages", () => {
  it("successMessage names the number of files and chunks", () => {
    expect(successMessage(3, 1)).toBe("Uploaded 3 file(s) successfully");
    expect(successMessage(450, 3)).toBe("Successfully uploaded 450 files in 3 chunks");
  });

  it.each([
    ["Failed to upload files: The storage is full.", { status: 507, reason: "The storage is full.", chunkCount: 3, kind: "folder" }],
    ["Error uploading files: the server can't be reached", { status: 0, reason: null, chunkCount: 3, kind: "folder" }],
    ["Chunk 2 failed: 500", { status: 500, reason: null, chunkCount: 3, kind: "folder" }],
    [
      "Failed to upload files: The proxy limits the size of a request. An operator must raise client_max_body_size.",
      { status: 413, reason: null, chunkCount: 3, kind: "folder" },
    ],
    ["Failed to upload folder", { status: 500, reason: null, chunkCount: 1, kind: "folder" }],
    ["Failed to upload files: the server returned 500", { status: 500, reason: null, chunkCount: 1, kind: "files" }],
  ] as const)("failureMessage returns %s", (message, failure) => expect(failureMessage({ ...failure, chunk: 2 })).toBe(message));
});
