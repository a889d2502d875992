import { describe, expect, it } from "vitest";
import { failureMessage, successMessage } from "@/components/files/upload/upload-messages";
import { uploadFigures, uploadPercent } from "./upload-figures";
import { type FileUploadEvent, fileUploadReducer } from "./upload-reducer";
import { hideDelay, idleUpload, isUnderWay, type Sending, type UploadState } from "./upload-state";

const MEBIBYTE = 1024 ** 2;
const upTo = (...events: FileUploadEvent[]): UploadState => events.reduce(fileUploadReducer, idleUpload);

const chosen: FileUploadEvent = { type: "chosen", targetPath: "tiles", kind: "folder" };
const checking: FileUploadEvent = { type: "checking", fileCount: 450 };
const started: FileUploadEvent = {
  type: "sendingStarted",
  fileCount: 450,
  totalBytes: 45 * MEBIBYTE,
  chunkCount: 3,
  filesSent: 0,
  bytesSent: 0,
  at: 1_000,
};
const progressed: FileUploadEvent = { type: "progressed", filesSent: 225, bytesSent: 22 * MEBIBYTE, at: 3_000 };

function sendingOf(state: UploadState): Sending {
  if (!("sending" in state) || !state.sending) throw new Error(`Nothing is sent while ${state.phase}.`);
  return state.sending;
}

describe("an upload", () => {
  it("goes from the choice to its end, and hides two seconds later", () => {
    expect(upTo(chosen, { type: "filesRead", filesRead: 100 })).toMatchObject({ phase: "reading", filesRead: 100 });
    const conflicts = { existing: ["a"], blocked: [] };
    expect(upTo(chosen, checking, { type: "asked", fileCount: 450, conflicts })).toMatchObject({ phase: "asking", conflicts });
    const sending = upTo(chosen, checking, started, { type: "chunkStarted", chunk: 2 }, progressed);
    expect(sending).toMatchObject({ phase: "sending", targetPath: "tiles" });
    expect(isUnderWay(sending)).toBe(true);
    const done = fileUploadReducer(sending, { type: "completed", message: "through", leftOut: 1 });
    expect(done).toMatchObject({ phase: "done", message: "through", leftOut: 1 });
    expect(uploadPercent(sendingOf(done))).toBe(100);
    expect(uploadFigures(sendingOf(done)).join()).toContain("45.0 MB of 45.0 MB");
    expect([hideDelay(sending), hideDelay(done)]).toEqual([null, 2_000]);
  });

  it("stays to be read when it has failed, and goes on from there", () => {
    const failed = upTo(chosen, checking, started, progressed, {
      type: "failed",
      message: "Chunk 2 failed: 500",
      canRetry: true,
      isSignedOut: false,
    });
    expect(failed).toMatchObject({ phase: "failed", canRetry: true, isSignedOut: false });
    expect(hideDelay(failed)).toBeNull();
    const again = fileUploadReducer(failed, { ...started, filesSent: 200, bytesSent: 20 * MEBIBYTE, at: 60_000 });
    expect(sendingOf(again)).toMatchObject({ filesSent: 200, link: "sending" });
    expect(uploadFigures(sendingOf(again)).join()).toContain("20.0 MB of 45.0 MB");
  });

  it("takes nothing more once it is cancelled", () => {
    const cancelled = upTo(chosen, checking, started, { type: "cancelled" });
    expect(fileUploadReducer(cancelled, progressed)).toBe(cancelled);
    expect(fileUploadReducer(cancelled, { type: "completed", message: "through", leftOut: 0 })).toBe(cancelled);
    expect(fileUploadReducer(idleUpload, { type: "failed", message: "late", canRetry: false, isSignedOut: false })).toBe(idleUpload);
  });
});

describe("its figures", () => {
  it("are a percentage of the files when there are many, of the bytes when there are few", () => {
    const many = sendingOf(upTo(chosen, checking, started, progressed));
    expect(uploadPercent(many)).toBe(50);
    expect(uploadPercent({ ...many, fileCount: 3, filesSent: 0 })).toBe(48);
    expect(uploadPercent({ ...many, fileCount: 2, filesSent: 1, totalBytes: 0 })).toBe(50);
  });

  it("name the chunk, the files, the bytes, the speed and the time", () => {
    const sending = sendingOf(upTo(chosen, checking, started, { type: "chunkStarted", chunk: 2 }, progressed));
    expect(uploadFigures(sending)).toEqual(["Chunk 2 of 3", "225 of 450 files", "22.0 MB of 45.0 MB", "11.0 MB/s", "3 sec left"]);
    expect(uploadFigures({ ...sending, fileCount: 1, chunkCount: 1, link: "offline" })).toEqual(["22.0 MB of 45.0 MB"]);
  });

  it("leave the time out in which nothing could move", () => {
    const waited = upTo(
      chosen,
      checking,
      started,
      progressed,
      { type: "linkChanged", link: "unreachable", at: 3_500 },
      { type: "linkChanged", link: "sending", at: 60_000 },
      { ...progressed, bytesSent: 33 * MEBIBYTE, at: 61_000 },
    );
    expect(uploadFigures(sendingOf(waited))).toContain("11.0 MB/s");
  });
});

describe("its end is told in the words of the specification", () => {
  it("of a success", () => {
    expect(successMessage(3, 1)).toBe("Uploaded 3 file(s) successfully");
    expect(successMessage(450, 3)).toBe("Successfully uploaded 450 files in 3 chunks");
  });

  it.each([
    ["Failed to upload files: The storage is full.", { status: 507, reason: "The storage is full.", chunkCount: 3, kind: "folder" }],
    ["Chunk 2 failed: 500", { status: 500, reason: null, chunkCount: 3, kind: "folder" }],
    ["Failed to upload folder", { status: 500, reason: null, chunkCount: 1, kind: "folder" }],
    ["Failed to upload files: the server answered 500", { status: 500, reason: null, chunkCount: 1, kind: "files" }],
  ] as const)("%s", (message, failure) => expect(failureMessage({ ...failure, chunk: 2 })).toBe(message));
});
