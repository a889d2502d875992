import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import type { ImportSummary } from "@/lib/imports/progress/schema";

export function isRunning({ status }: Pick<ImportSummary, "status">): boolean {
  return status === "extracting" || status === "creating_project";
}

/** Returns the checked share in percent, or null before the phases that read every file. */
export function importPercent({ phase, progress }: Pick<ImportSummary, "phase" | "progress">): number | null {
  return phase === "verifying" || phase === "materialising" || phase === "complete" ? Math.floor(progress) : null;
}

export function phaseOf({ phase, source, isReplacement }: Pick<ImportSummary, "phase" | "source" | "isReplacement">): string {
  switch (phase) {
    case "queued":
      return "Waiting to begin";
    case "indexing":
      return source === "zip" ? "Reading the ZIP file" : "Reading the list of files";
    case "publishing":
      return isReplacement ? "Replacing the map" : "Creating the project";
    case "materialising":
      return "Unpacking Deflate64 files";
    case "verifying":
      return "Online, files are being checked";
    case "complete":
      return "Complete";
    case "failed":
      return "Failed";
  }
}

/** Returns the progress as parts of a line: "1,204 of 8,000 files", "1.2 GB of 3.4 GB", "35.0 MB/s", "2 min 3 sec". */
export function statsOf(progress: ImportSummary): string[] {
  const { filesExtracted, totalFiles, extractedSize, totalSize, extractionSpeed, timeElapsed } = progress;
  const elapsed = formatDuration(timeElapsed);
  if (importPercent(progress) === null) return totalFiles > 0 ? [`${totalFiles.toLocaleString("en-US")} files`, elapsed] : [elapsed];
  return [
    `${filesExtracted.toLocaleString("en-US")} of ${totalFiles.toLocaleString("en-US")} files`,
    `${formatBytes(extractedSize)} of ${formatBytes(totalSize)}`,
    formatSpeed(extractionSpeed),
    elapsed,
  ];
}
