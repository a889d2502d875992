import { describe, expect, it } from "vitest";
import type { ExtractionProgress } from "@/lib/imports/progress/schema";
import type { ZipAnalysis } from "@/lib/upload-client/zip/zip-analysis";
import { queuedImport } from "@/tests/setup/import-progress";
import { rateSpeed } from "../progress/transfer-stats";
import type { Comparison } from "../replace/compare";
import { CONFIRM_ABOVE_BYTES, type UploadEvent, uploadReducer } from "./upload-reducer";
import {
  type FolderSelection,
  idleUpload,
  type MapUpload,
  publishedMap,
  type Transfer,
  type UploadState,
  type ZipSelection,
} from "./upload-state";

type MapEvent = UploadEvent<MapUpload>;

const file = { name: "harbour.zip", size: 10_000, lastModified: 1 };
const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null };
const replaced = { ...target, replacesId: "7" };
const map = { projectId: "p1", name: "Harbour", safeName: "harbour", viewMap: "https://maps.example/projects/maps/harbour/" };
const shipment = { name: "harbour.zip", fileCount: 3, byteCount: 10_000, chunkCount: 0 };
const analysis: ZipAnalysis = {
  fileCount: 3,
  compressedSize: 9_000,
  uncompressedSize: 20_000,
  compressionRatio: 2.2,
  hasIndexHtml: true,
  pages: [],
  estimatedExtractionTime: 1,
  wrappingFolder: null,
  leftOut: 0,
  innerArchive: null,
  hasRootPaths: false,
  hasTail: false,
  names: null,
};
const zip: ZipSelection = { source: "zip", byteCount: file.size, file, analysis, layers: [], answers: {} };
const folder: FolderSelection = {
  source: "folder",
  name: "harbour",
  fileCount: 3,
  byteCount: 10_000,
  leftOut: 0,
  hasIndexHtml: true,
  pages: [],
  firstPage: 0,
  innerArchive: null,
  hasRootPaths: false,
  wrappingFolder: null,
  layers: [],
  answers: {},
  changes: null,
};
const progress: ExtractionProgress = { ...queuedImport, progress: 40, totalFiles: 3 };
const online = { ...progress, viewable: true, projectId: map.projectId, viewMap: map.viewMap };
const success = { kind: "success", text: "Harbour is online.", map } as const;

const initial: UploadState = idleUpload;

function play(...events: MapEvent[]): UploadState {
  return events.reduce<UploadState>(uploadReducer, initial);
}

function transferOf(state: UploadState): Transfer {
  if (state.phase.status !== "uploading") throw new Error(`Nothing is sent while ${state.phase.status}.`);
  return state.phase.transfer;
}

const chosen: MapEvent = { type: "chosen", name: "harbour" };
const started: MapEvent = { type: "uploadStarted", target, shipment, connection: "connecting", at: 0 };
const sendingAt = (at: number): MapEvent => ({ type: "connectionChanged", connection: "sending", at });
const sending = sendingAt(0);
const toZip: MapEvent[] = [
  { ...chosen, byteCount: file.size },
  { type: "selected", selection: zip },
];
const toFolder: MapEvent[] = [chosen, { type: "selected", selection: folder }];
const toUploading: MapEvent[] = [...toZip, started];
const toFolderUploading: MapEvent[] = [...toFolder, { type: "prepared", target }, started];
const toFinalizing: MapEvent[] = [...toFolderUploading, { type: "finalizing" }];
const toExtracting: MapEvent[] = [...toUploading, { type: "extractionStarted", target }];

const progressed = (bytes: number, at: number, bytesBefore = 0): MapEvent => ({ type: "progressed", progress: { bytes, bytesBefore }, at });

describe("uploadReducer", () => {
  it("shows that it reads the map data until the selection is known", () => {
    const state = play(chosen, { type: "read", read: 3, total: null }, { type: "describing" });
    expect(state.phase).toMatchObject({ status: "reading", read: 3, isDescribing: true });
    expect(play(chosen, { type: "describing" }, { type: "selected", selection: folder }).phase.status).toBe("selected");
    expect(play({ type: "describing" })).toEqual(idleUpload);
  });

  it("moves from a chosen ZIP to a completed map", () => {
    expect(play({ ...chosen, byteCount: 5 }, { type: "read", read: 5, total: 9 }).phase).toMatchObject({
      status: "reading",
      read: 5,
      total: 9,
    });
    expect(play(...toZip).phase).toEqual({ status: "selected", selection: zip });
    expect(play(...toUploading).phase).toMatchObject({ status: "uploading", target, transfer: { connection: "connecting", shipment } });
    expect(play(...toExtracting).phase).toEqual({ status: "extracting", target, progress: null });
    const done = play(...toExtracting, { type: "extractionProgressed", progress: online }, { type: "completed", notice: success, map });
    expect(done.phase).toMatchObject({ status: "complete", target, map, progress: online });
    expect(done.notice).toEqual(success);
    expect(uploadReducer(done, { type: "reset" })).toEqual({ ...initial, notice: success });
  });

  it("shows the analysis of a ZIP whose names are decoded with another encoding", () => {
    const names = { encoding: "cp850", samples: ["Tromsø.js"], options: [] } as const;
    const decoded = { ...zip, analysis: { ...analysis, names } };
    expect(play(...toZip, { type: "selected", selection: decoded }).phase).toEqual({ status: "selected", selection: decoded });
    const uploading = play(...toUploading);
    expect(uploadReducer(uploading, { type: "selected", selection: decoded })).toBe(uploading);
  });

  it("moves from a chosen folder to a completed map", () => {
    expect(play(...toFolder).phase).toEqual({ status: "selected", selection: folder });
    expect(play(...toFinalizing).phase).toEqual({ status: "finalizing", target, shipment, connection: "sending" });
    expect(play(...toFinalizing, { type: "extractionStarted", target }).phase.status).toBe("extracting");
    expect(play(...toFinalizing, { type: "completed", notice: success, map }).phase).toMatchObject({ status: "complete", map });
  });

  it("returns to idle with the reason when a choice is refused", () => {
    const refused = { type: "refused", message: "Please select a valid ZIP file" } as const;
    expect(play(...toFolder, chosen, refused)).toEqual({ ...initial, notice: { kind: "error", text: refused.message } });
    expect(play(refused, chosen).notice).toBeNull();
  });

  it("ignores other choices while an upload is running", () => {
    for (const events of [toUploading, toExtracting, toFinalizing]) {
      const before = play(...events);
      expect(uploadReducer(before, chosen)).toBe(before);
      expect(uploadReducer(before, { type: "refused", message: "no" })).toBe(before);
      expect(uploadReducer(before, { type: "methodChosen", method: "direct" })).toBe(before);
      expect(uploadReducer(before, { type: "reset" })).toBe(before);
    }
  });

  it("changes the method unless the ZIP is too large for it", () => {
    expect(play(...toZip, { type: "methodChosen", method: "direct" })).toMatchObject({ method: "direct", phase: { status: "selected" } });
    const large = play({ ...chosen, byteCount: 53_687_091_201 }, { type: "methodChosen", method: "direct" });
    expect(large).toMatchObject({
      method: "tus",
      phase: { status: "reading" },
      notice: { kind: "error", text: "ZIP file is too large. Maximum size is 50GB" },
    });
  });

  it("requires one confirmation above 10 GB", () => {
    const large = { ...folder, byteCount: CONFIRM_ABOVE_BYTES + 1 };
    const asking = play(chosen, { type: "selected", selection: large });
    expect(asking.phase.status).toBe("unconfirmed");
    const confirmed = uploadReducer(asking, { type: "confirmed" });
    expect(confirmed.phase.status).toBe("selected");
    const more: MapEvent[] = [chosen, { type: "selected", selection: large }];
    expect(more.reduce<UploadState>(uploadReducer, confirmed).phase.status).toBe("selected");
    expect(uploadReducer(asking, { type: "cancelled" })).toEqual(initial);
    expect(play(chosen, { type: "selected", selection: { ...folder, byteCount: CONFIRM_ABOVE_BYTES } }).phase.status).toBe("selected");
    expect(play(chosen, { type: "selected", selection: { ...zip, byteCount: CONFIRM_ABOVE_BYTES + 1 } }).phase.status).toBe("selected");
  });

  it("compares a folder before the folder replaces a map", () => {
    const comparison: Comparison = { version: "9", added: [], changed: [], removed: ["a"], sameCount: 2 };
    const comparing = play(...toFolder, { type: "comparing", target: replaced }, { type: "compareProgressed", done: 1, total: 2 });
    expect(comparing.phase).toMatchObject({ status: "comparing", done: 1, total: 2 });
    const compared = uploadReducer(comparing, { type: "compared", comparison });
    expect(compared.phase).toEqual({ status: "compared", selection: folder, target: replaced, comparison });
    const failed = uploadReducer(comparing, { type: "failed", message: "no", recovery: "selection" });
    expect(failed.phase).toEqual({ status: "selected", selection: folder });
  });

  it("excludes bytes of an earlier upload from the speed", () => {
    const resumed = transferOf(play(...toUploading, progressed(4_000, 100), sendingAt(100), progressed(5_000, 1_100)));
    expect([resumed.connection, resumed.rate.bytes, rateSpeed(resumed.rate)]).toEqual(["sending", 5_000, 1_000]);
    const packs = transferOf(
      play(
        ...toFolderUploading,
        progressed(4_000, 100, 4_000),
        sendingAt(100),
        progressed(5_000, 1_100, 4_000),
        progressed(9_000, 2_100, 7_000),
      ),
    );
    expect([packs.rate.bytes, Math.round(rateSpeed(packs.rate) ?? 0)]).toEqual([9_000, 1_000]);
  });

  it("excludes a pause from speed and elapsed time", () => {
    const { rate } = transferOf(
      play(
        ...toUploading,
        sending,
        progressed(1_000, 1_000),
        { type: "connectionChanged", connection: "paused", at: 1_000 },
        progressed(1_100, 1_010),
        { type: "connectionChanged", connection: "connecting", at: 61_000 },
        progressed(1_000, 61_100),
        { type: "connectionChanged", connection: "sending", at: 61_100 },
        progressed(2_000, 62_100),
      ),
    );
    expect([rate.bytes, rate.activeMs, rateSpeed(rate)]).toEqual([2_000, 2_000, 1_000]);
  });

  it("keeps the connection problem when another pack reports progress", () => {
    const signedOut: MapEvent = { type: "connectionChanged", connection: "signed-out", at: 1_000 };
    expect(transferOf(play(...toFolderUploading, signedOut, progressed(2_000, 1_100)))).toMatchObject({
      connection: "signed-out",
      rate: { bytes: 2_000 },
    });
  });

  it("shows a failed ZIP and then returns to idle with the reason", () => {
    const failed = play(...toUploading, { type: "failed", message: "TUS upload failed: no room", recovery: "none" });
    expect(failed.phase).toEqual({ status: "failed", target, during: "uploading", mayFinish: false });
    const after = uploadReducer(failed, { type: "reset" });
    expect([after.phase.status, after.notice?.text]).toEqual(["idle", "TUS upload failed: no room"]);
  });

  it("keeps the selection when it shows a notice", () => {
    const notice = { kind: "error", text: "Please provide a project name before uploading" } as const;
    expect(play(...toZip, { type: "noticed", notice })).toMatchObject({ phase: { status: "selected" }, notice });
  });

  it("keeps the selection of a failed folder for a retry", () => {
    for (const events of [toFolderUploading, toFinalizing]) {
      const failed = play(...events, { type: "failed", message: "no room", recovery: "selection" });
      expect(failed).toMatchObject({ phase: { status: "selected", selection: folder }, notice: { kind: "error", text: "no room" } });
    }
  });

  it("drops a selection that no longer matches the disk", () => {
    const { phase, selection } = play(...toFolderUploading, { type: "failed", message: "changed", recovery: "choose-again" });
    expect([phase.status, selection]).toEqual(["idle", null]);
  });

  it("waits after an interruption and continues with the previous speed", () => {
    const interrupted = play(...toUploading, sending, progressed(2_000, 2_000), {
      type: "failed",
      message: "no",
      recovery: "retry",
      isSignedOut: true,
    });
    expect(interrupted.phase).toMatchObject({ status: "interrupted", message: "no", canRetry: true, isSignedOut: true });
    const again = uploadReducer(interrupted, { ...started, connection: "sending", at: 60_000, before: { bytes: 1_000, filesSent: 1 } });
    const { rate, sent } = transferOf(again);
    expect([rate.bytes, rateSpeed(rate), sent.filesSent]).toEqual([1_000, 1_000, 1]);
  });

  it("shows a notice when an upload is cancelled", () => {
    for (const events of [toUploading, toFolderUploading]) {
      const cancelled = play(...events, { type: "cancelled" });
      expect(cancelled.notice).toEqual({ kind: "info", text: "Upload cancelled" });
      expect(cancelled.phase).toEqual({ status: "cancelled", target, mayArrive: false });
      expect(uploadReducer(cancelled, { type: "reset" }).phase.status).toBe("idle");
      expect(uploadReducer(cancelled, progressed(1, 1))).toBe(cancelled);
    }
    expect(play(...toZip, { type: "cancelled" })).toEqual(initial);
  });

  it("warns that a cancelled direct upload may still go online when every byte was sent", () => {
    const direct = play({ type: "methodChosen", method: "direct" }, ...toUploading, sending, progressed(file.size, 1_000));
    const cancelled = uploadReducer(direct, { type: "cancelled" });
    expect(cancelled.phase).toMatchObject({ status: "cancelled", mayArrive: true });
    expect(cancelled.notice?.text).toBe("Upload cancelled. Everything had been sent by then, so the map may still go online.");
    expect(uploadReducer({ ...direct, method: "tus" }, { type: "cancelled" }).phase).toMatchObject({ mayArrive: false });
  });

  it("ignores late events", () => {
    const late: MapEvent[] = [
      { type: "selected", selection: zip },
      { type: "read", read: 1, total: 1 },
      { type: "confirmed" },
      progressed(1, 1),
      { type: "connectionChanged", connection: "offline", at: 1 },
      { type: "finalizing" },
      { type: "extractionProgressed", progress },
      { type: "failed", message: "late", recovery: "dismiss" },
      { type: "reset" },
    ];
    expect(play(...late)).toEqual(initial);
  });
});

describe("publishedMap", () => {
  it("returns the map as soon as it can be opened", () => {
    expect(publishedMap(play(...toExtracting).phase)).toBeNull();
    expect(publishedMap(play(...toExtracting, { type: "extractionProgressed", progress }).phase)).toBeNull();
    expect(publishedMap(play(...toExtracting, { type: "extractionProgressed", progress: online }).phase)).toEqual(map);
  });
});
