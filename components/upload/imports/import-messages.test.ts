import { describe, expect, it } from "vitest";
import type { ImportSummary } from "@/lib/imports/progress/schema";
import { queuedImport } from "@/tests/setup/import-progress";
import { isRunning, phaseOf, statsOf } from "./import-messages";

const progress: ImportSummary = {
  ...queuedImport,
  _id: "1",
  phase: "verifying",
  progress: 35,
  filesExtracted: 1_204,
  totalFiles: 8_000,
  extractedSize: 1_288_490_189,
  totalSize: 3_650_722_202,
  timeElapsed: 123,
  extractionSpeed: 36_700_160,
  viewable: true,
  projectId: "2",
  viewMap: "http://localhost:3000/projects/maps/harbour/",
  projectName: "Harbour",
  sourceName: "harbour.zip",
  createdBy: null,
  createdAt: "2026-11-20T08:00:00.000Z",
};

describe("import messages", () => {
  it("returns the progress of the check, and before that the known numbers", () => {
    expect(statsOf(progress)).toEqual(["1,204 of 8,000 files", "1.2 GB of 3.4 GB", "35.0 MB/s", "2 min 3 sec"]);
    expect(statsOf({ ...progress, phase: "indexing" })).toEqual(["8,000 files", "2 min 3 sec"]);
    expect(statsOf({ ...progress, phase: "queued", totalFiles: 0, timeElapsed: 0 })).toEqual(["0 sec"]);
  });

  it.each([
    ["queued", "zip", false, "Waiting to begin"],
    ["indexing", "zip", false, "Reading the ZIP file"],
    ["indexing", "folder", true, "Reading the list of files"],
    ["publishing", "folder", false, "Creating the project"],
    ["publishing", "zip", true, "Replacing the map"],
    ["materialising", "zip", true, "Unpacking Deflate64 files"],
  ] as const)("describes the phase %s of a %s (replacing: %s) as: %s", (phase, source, isReplacement, words) => {
    expect(phaseOf({ phase, source, isReplacement })).toBe(words);
  });

  it("reports an import as running until it completes or fails", () => {
    const running = (["extracting", "creating_project", "complete", "error"] as const).filter((status) => isRunning({ status }));
    expect(running).toEqual(["extracting", "creating_project"]);
  });
});
