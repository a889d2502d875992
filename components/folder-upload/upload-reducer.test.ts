import { describe, expect, it } from "vitest";
import { rateSpeed } from "@/components/publish/progress/transfer-rate";
import type { Comparison } from "@/components/replace-map/compare";
import { CONFIRM_ABOVE_BYTES } from "./folder-limits";
import { type FolderUploadEvent, folderUploadReducer } from "./upload-reducer";
import { type FolderUploadState, idleUpload, resetDelay, type Selection } from "./upload-state";

const selection: Selection = {
  name: "harbour",
  fileCount: 3,
  byteCount: 10_000,
  leftOut: 0,
  hasIndexHtml: true,
  wrappingFolder: null,
  changes: null,
};
const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null };
const replaced = { ...target, replacesId: "7" };
const shipment = { name: "harbour", fileCount: 3, byteCount: 10_000, chunkCount: 1 };
const map = { name: "Harbour", safeName: "harbour", viewMap: "https://maps.example/projects/maps/harbour/" };
const totals = (bytes: number, bytesBefore = 0) => ({ bytes, bytesBefore, filesSent: 1, chunksSent: 0, currentFile: "a.png" });

function play(...events: FolderUploadEvent[]): FolderUploadState {
  return events.reduce(folderUploadReducer, idleUpload);
}

const toSelected: FolderUploadEvent[] = [
  { type: "chosen", name: "harbour" },
  { type: "checked", selection },
];
const toUploading: FolderUploadEvent[] = [...toSelected, { type: "prepared", target }, { type: "uploadStarted", target, shipment, at: 0 }];
const toProcessing: FolderUploadEvent[] = [...toUploading, { type: "processingStarted" }];

describe("the upload of a folder", () => {
  it("goes from a chosen folder to a map online", () => {
    expect(play({ type: "chosen", name: "harbour" }, { type: "filesRead", filesRead: 2 }).phase).toMatchObject({
      status: "reading",
      filesRead: 2,
    });
    expect(play(...toSelected).phase).toEqual({ status: "selected", selection });
    expect(play(...toUploading).phase).toMatchObject({ status: "uploading", link: "connecting", target });
    expect(play(...toProcessing).phase).toMatchObject({ status: "processing", target, shipment });
    const done = play(...toProcessing, { type: "completed", map });
    expect(done.phase).toEqual({ status: "complete", target, map });
    expect(done.notice).toEqual({ kind: "success", text: "Harbour is online.", map });
  });

  it("waits in between where the server takes its time", () => {
    expect(play(...toProcessing, { type: "extractionStarted" }).phase).toEqual({ status: "extracting", target, progress: null });
  });

  it("asks before more than 10 GB, once", () => {
    const large = { ...selection, byteCount: CONFIRM_ABOVE_BYTES + 1 };
    const doubted = play({ type: "chosen", name: "harbour" }, { type: "checked", selection: large });
    expect(doubted.phase.status).toBe("doubted");
    const confirmed = folderUploadReducer(doubted, { type: "confirmed" });
    expect(confirmed.phase.status).toBe("selected");
    const more = [{ type: "chosen", name: null } as const, { type: "checked", selection: large } as const].reduce(
      folderUploadReducer,
      confirmed,
    );
    expect(more.phase.status).toBe("selected");
    expect(folderUploadReducer(doubted, { type: "cancelled" })).toEqual(idleUpload);
    expect(
      play({ type: "chosen", name: null }, { type: "checked", selection: { ...selection, byteCount: CONFIRM_ABOVE_BYTES } }).phase.status,
    ).toBe("selected");
  });

  it("compares before it replaces a map", () => {
    const comparison: Comparison = { version: "9", added: [], changed: [], removed: ["a"], sameCount: 2 };
    const comparing = play(
      ...toSelected,
      { type: "comparing", target: replaced },
      { type: "compareProgressed", hashedBytes: 1, bytesToHash: 2 },
    );
    expect(comparing.phase).toMatchObject({ status: "comparing", hashedBytes: 1, bytesToHash: 2 });
    const compared = folderUploadReducer(comparing, { type: "compared", comparison });
    expect(compared.phase).toEqual({ status: "compared", selection, target: replaced, comparison });
    expect(folderUploadReducer(comparing, { type: "failed", message: "no" }).phase).toEqual({ status: "selected", selection });
  });

  it("keeps what was chosen when it fails, to try again", () => {
    for (const events of [toUploading, toProcessing]) {
      const failed = play(...events, { type: "failed", message: "Upload failed for a.png: no room" });
      expect(failed.phase).toEqual({ status: "selected", selection });
      expect(failed.notice).toEqual({ kind: "error", text: "Upload failed for a.png: no room" });
    }
  });

  it("takes no other folder while one is under way", () => {
    for (const events of [toUploading, toProcessing]) {
      const before = play(...events);
      expect(folderUploadReducer(before, { type: "chosen", name: "other" })).toBe(before);
      expect(folderUploadReducer(before, { type: "refused", message: "no" })).toBe(before);
    }
  });

  it("does not take what an earlier upload had for speed, whenever it is heard of", () => {
    const { phase } = play(
      ...toUploading,
      { type: "totalsChanged", totals: totals(4_000, 4_000), at: 100 },
      { type: "linkChanged", link: "sending", at: 100 },
      { type: "totalsChanged", totals: totals(5_000, 4_000), at: 1_100 },
      { type: "totalsChanged", totals: totals(9_000, 7_000), at: 2_100 },
    );
    expect(phase.status === "uploading" && [phase.rate.bytes, Math.round(rateSpeed(phase.rate) ?? 0)]).toEqual([9_000, 1_000]);
  });

  it("holds still while paused", () => {
    const { phase } = play(
      ...toUploading,
      { type: "totalsChanged", totals: totals(1_000), at: 0 },
      { type: "linkChanged", link: "paused", at: 1_000 },
      { type: "totalsChanged", totals: totals(2_000), at: 1_100 },
    );
    expect(phase).toMatchObject({ link: "paused", rate: { bytes: 1_000 } });
  });

  it("goes on saying what is wrong when another pack still reports", () => {
    const { phase } = play(
      ...toUploading,
      { type: "linkChanged", link: "signed-out", at: 1_000 },
      { type: "totalsChanged", totals: totals(2_000), at: 1_100 },
    );
    expect(phase).toMatchObject({ link: "signed-out", rate: { bytes: 2_000 } });
  });

  it("lets go of what was chosen when that is no longer what is on the disk", () => {
    const { phase, selection, notice } = play(...toUploading, { type: "outdated", message: "Upload failed for a: b" });
    expect([phase.status, selection, notice?.text]).toEqual(["idle", null, "Upload failed for a: b"]);
  });

  it("says so when it is cancelled, and is idle again after two seconds", () => {
    const cancelled = play(...toUploading, { type: "cancelled" });
    expect([cancelled.phase.status, cancelled.notice?.text, resetDelay(cancelled.phase)]).toEqual(["cancelled", "Upload cancelled", 2_000]);
    expect(folderUploadReducer(cancelled, { type: "reset" }).phase.status).toBe("idle");
    expect(play(...toSelected, { type: "cancelled" })).toEqual(idleUpload);
  });

  it("ignores what comes too late", () => {
    const late: FolderUploadEvent[] = [
      { type: "checked", selection },
      { type: "confirmed" },
      { type: "totalsChanged", totals: totals(1), at: 1 },
      { type: "linkChanged", link: "offline", at: 1 },
      { type: "processingStarted" },
      { type: "extractionStarted" },
      { type: "reset" },
    ];
    expect(play(...late)).toEqual(idleUpload);
  });
});
