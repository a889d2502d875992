import type { ExtractionProgress } from "@/lib/imports/progress/schema";

/** The response of GET /extraction-progress/{safeName} for an import that has not started. */
export const queuedImport: ExtractionProgress = {
  success: true,
  status: "extracting",
  progress: 0,
  filesExtracted: 0,
  totalFiles: 0,
  extractedSize: 0,
  totalSize: 0,
  timeElapsed: 0,
  extractionSpeed: 0,
  error: null,
  warning: null,
  importId: "1",
  isOwn: true,
  safeName: "harbour",
  source: "zip",
  isReplacement: false,
  viewable: false,
  projectId: null,
  viewMap: null,
  phase: "queued",
};
