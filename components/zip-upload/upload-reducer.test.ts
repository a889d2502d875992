import { describe, expect, it } from "vitest";
import { rateSpeed } from "@/components/publish/progress/transfer-rate";
import type { ZipAnalysis } from "@/components/publish/source/zip/zip-analysis";
import { publishedMap } from "@/components/transfer/transfer-state";
import type { ExtractionProgress } from "@/lib/imports/schema";
import { queuedImport } from "@/tests/setup/import-progress";
import { type ZipUploadEvent, zipUploadReducer } from "./upload-reducer";
import { idleUpload, resetDelay, type ZipUpload } from "./upload-state";

const file = { name: "harbour.zip", size: 10_000, lastModified: 1 };
const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null };
const analysis: ZipAnalysis = {
  fileCount: 3,
  compressedSize: 9_000,
  uncompressedSize: 20_000,
  compressionRatio: 2.2,
  hasIndexHtml: true,
  estimatedExtractionTime: 1,
  wrappingFolder: null,
  leftOut: 0,
};
const progress: ExtractionProgress = {
  ...queuedImport,
  phase: "indexing",
  progress: 40,
  filesExtracted: 1,
  totalFiles: 3,
  extractedSize: 8_000,
  totalSize: 20_000,
  timeElapsed: 2,
  extractionSpeed: 4_000,
};
const online = { ...progress, viewable: true, projectId: "7", viewMap: "https://maps.example/projects/maps/harbour/" };

function play(...events: ZipUploadEvent[]): ZipUpload {
  return events.reduce(zipUploadReducer, idleUpload);
}

const toValidated: ZipUploadEvent[] = [
  { type: "chosen", file },
  { type: "analysed", analysis },
];
const toUploading: ZipUploadEvent[] = [...toValidated, { type: "uploadStarted", way: "tus", file, target, at: 0 }];
const toExtracting: ZipUploadEvent[] = [...toUploading, { type: "extractionStarted", target }];

describe("the ZIP upload", () => {
  it("goes from a chosen file to a map online", () => {
    expect(play({ type: "chosen", file }).phase.status).toBe("validating");
    expect(play(...toValidated).phase).toEqual({ status: "validated", file, analysis });
    expect(play(...toUploading).phase).toMatchObject({ status: "uploading", link: "connecting", target });
    expect(play(...toExtracting).phase).toEqual({ status: "extracting", target, progress: null });
    const done = play(...toExtracting, { type: "extractionProgressed", progress: { ...online, status: "complete", progress: 100 } });
    expect(done.phase.status).toBe("complete");
    expect(done.notice).toEqual({
      kind: "success",
      text: "Harbour is online.",
      map: { name: "Harbour", safeName: "harbour", viewMap: online.viewMap },
    });
    expect(zipUploadReducer(done, { type: "reset" })).toEqual({ ...idleUpload, notice: done.notice });
  });

  it("counts the entries while it checks", () => {
    const { phase } = play({ type: "chosen", file }, { type: "directoryRead", entriesRead: 5, entriesTotal: 9 });
    expect(phase).toEqual({ status: "validating", file, entriesRead: 5, entriesTotal: 9 });
  });

  it("is idle again with the reason when the file is refused", () => {
    expect(play({ type: "chosen", file }, { type: "refused", message: "Please select a valid ZIP file" })).toEqual({
      way: "tus",
      phase: { status: "idle" },
      notice: { kind: "error", text: "Please select a valid ZIP file" },
    });
  });

  it("forgets the last notice with the next file", () => {
    expect(play({ type: "refused", message: "no" }, { type: "chosen", file }).notice).toBeNull();
  });

  it("takes no other file while one is under way", () => {
    for (const events of [toUploading, toExtracting]) {
      const before = play(...events);
      expect(zipUploadReducer(before, { type: "chosen", file })).toBe(before);
      expect(zipUploadReducer(before, { type: "refused", message: "no" })).toBe(before);
      expect(zipUploadReducer(before, { type: "reset" })).toBe(before);
    }
  });

  it("takes another way, unless the file is too large for it", () => {
    expect(play({ type: "wayChosen", way: "direct" }).way).toBe("direct");
    expect(play(...toValidated, { type: "wayChosen", way: "direct" })).toMatchObject({ way: "direct", phase: { status: "validated" } });
    const large = { ...file, size: 53_687_091_201 };
    expect(play({ type: "chosen", file: large }, { type: "wayChosen", way: "direct" })).toMatchObject({
      way: "tus",
      phase: { status: "validating" },
      notice: { kind: "error", text: "ZIP file is too large. Maximum size is 50GB" },
    });
    const before = play(...toUploading);
    expect(zipUploadReducer(before, { type: "wayChosen", way: "direct" })).toBe(before);
  });

  it("does not take what an earlier upload had for speed", () => {
    const { phase } = play(...toUploading, { type: "bytesSent", bytes: 4_000, at: 100 }, { type: "bytesSent", bytes: 5_000, at: 1_100 });
    expect(phase.status === "uploading" && [phase.link, phase.rate.bytes, rateSpeed(phase.rate)]).toEqual(["sending", 5_000, 1_000]);
  });

  it("holds still while paused, and counts the pause for nothing", () => {
    const { phase } = play(
      ...toUploading,
      { type: "bytesSent", bytes: 0, at: 0 },
      { type: "bytesSent", bytes: 1_000, at: 1_000 },
      { type: "linkChanged", link: "paused", at: 1_000 },
      { type: "bytesSent", bytes: 1_100, at: 1_010 },
      { type: "linkChanged", link: "connecting", at: 61_000 },
      { type: "bytesSent", bytes: 1_000, at: 61_100 },
      { type: "bytesSent", bytes: 2_000, at: 62_100 },
    );
    expect(phase.status === "uploading" && [phase.rate.bytes, phase.rate.activeMs, rateSpeed(phase.rate)]).toEqual([2_000, 2_000, 1_000]);
  });

  it("shows the failure, and is idle again after three seconds", () => {
    const failed = play(...toUploading, { type: "failed", message: "TUS upload failed: no room" });
    expect(failed).toEqual({
      way: "tus",
      phase: { status: "failed", target, during: "uploading" },
      notice: { kind: "error", text: "TUS upload failed: no room" },
    });
    expect(resetDelay(failed.phase)).toBe(3_000);
    const after = zipUploadReducer(failed, { type: "reset" });
    expect(after.phase.status).toBe("idle");
    expect(after.notice).toBe(failed.notice);
  });

  it("keeps the checked file when only the name was wrong", () => {
    const { phase, notice } = play(...toValidated, { type: "failed", message: "Please provide a project name before uploading" });
    expect(phase.status).toBe("validated");
    expect(notice?.text).toBe("Please provide a project name before uploading");
  });

  it("says so when it is cancelled, and is idle again after two seconds", () => {
    const cancelled = play(...toUploading, { type: "cancelled" });
    expect(cancelled.notice).toEqual({ kind: "info", text: "Upload cancelled" });
    expect(resetDelay(cancelled.phase)).toBe(2_000);
    expect(play(...toValidated, { type: "cancelled" })).toEqual(idleUpload);
  });

  it("does not promise that nothing comes of a direct upload whose every byte has left", () => {
    const direct = { ...play(...toUploading, { type: "bytesSent", bytes: file.size, at: 1_000 }), way: "direct" as const };
    const cancelled = zipUploadReducer(direct, { type: "cancelled" });
    expect(cancelled.phase).toMatchObject({ status: "cancelled", mayArrive: true });
    expect(cancelled.notice?.text).toBe("Upload cancelled. Everything had been sent by then, so the map may still go online.");
    expect(zipUploadReducer({ ...direct, way: "tus" }, { type: "cancelled" }).phase).toMatchObject({ mayArrive: false });
  });

  it("ignores what comes too late", () => {
    const late: ZipUploadEvent[] = [
      { type: "analysed", analysis },
      { type: "directoryRead", entriesRead: 1, entriesTotal: 1 },
      { type: "bytesSent", bytes: 1, at: 1 },
      { type: "linkChanged", link: "offline", at: 1 },
      { type: "extractionProgressed", progress },
    ];
    expect(play(...late)).toEqual(idleUpload);
  });
});

describe("publishedMap", () => {
  it("is there from the moment the map can be looked at", () => {
    const { phase } = play(...toExtracting);
    if (phase.status !== "extracting") throw new Error("not extracting");
    expect(publishedMap({ ...phase, progress })).toBeNull();
    expect(publishedMap({ ...phase, progress: online })).toEqual({
      name: "Harbour",
      safeName: "harbour",
      viewMap: online.viewMap,
    });
  });
});
