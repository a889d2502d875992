import { env } from "../env";
import type { Import } from "../generated/prisma/client";
import type { ExtractionProgress, ImportSummary } from "./progress/schema";

type Columns = "id" | "safeName" | "status" | "source" | "replacesId" | "projectId" | "filesTotal" | "filesDone" | "error";
type Times = "startedAt" | "publishedAt" | "finishedAt";

export interface ImportRow extends Pick<Import, Columns | Times> {
  mapUrl: string | null;
  bytesTotal: number;
  bytesDone: number;
  isOwn: boolean;
  lacksIndex: boolean;
}

export interface ListedImportRow extends ImportRow, Pick<Import, "projectName" | "sourceName" | "ownerId" | "createdAt"> {
  ownerName: string | null;
}

const statusOf = {
  queued: "extracting",
  indexing: "extracting",
  publishing: "creating_project",
  verifying: "extracting",
  materialising: "extracting",
  complete: "complete",
  failed: "error",
} as const satisfies Record<Import["status"], ExtractionProgress["status"]>;

function secondsBetween(from: Date | null, to: Date): number {
  return from ? Math.max(0, to.getTime() - from.getTime()) / 1000 : 0;
}

/** Counts files when there are no bytes: an archive of empty files has progress too. Below 100 until the import is complete. */
function percent({ status, bytesDone, bytesTotal, filesDone, filesTotal }: ImportRow): number {
  if (status === "complete") return 100;
  const share = bytesTotal > 0 ? bytesDone / bytesTotal : filesDone / Math.max(1, filesTotal);
  return Math.min(99.9, Math.floor(share * 1000) / 10);
}

/** Converts an import row to the answer of the API. No other code does. */
export function presentProgress(row: ImportRow, now: Date): ExtractionProgress {
  const until = row.finishedAt ?? now;
  const verifying = secondsBetween(row.publishedAt, until);
  const viewable = row.projectId !== null;
  return {
    success: true,
    status: statusOf[row.status],
    progress: percent(row),
    filesExtracted: row.filesDone,
    totalFiles: row.filesTotal,
    extractedSize: row.bytesDone,
    totalSize: row.bytesTotal,
    timeElapsed: secondsBetween(row.startedAt, until),
    extractionSpeed: verifying > 0 ? Math.round(row.bytesDone / verifying) : 0,
    error: row.error,
    warning: row.lacksIndex ? "This map has no index.html at the top of its files, so its address shows no page." : null,
    importId: row.id,
    isOwn: row.isOwn,
    safeName: row.safeName,
    source: row.source,
    isReplacement: row.replacesId !== null,
    viewable,
    projectId: row.projectId,
    viewMap: viewable ? (row.mapUrl ?? `${env().appOrigin}/projects/maps/${row.safeName}/`) : null,
    phase: row.status,
  };
}

export function presentImport(row: ListedImportRow, now: Date): ImportSummary {
  return {
    ...presentProgress(row, now),
    _id: row.id,
    projectName: row.projectName,
    sourceName: row.sourceName,
    createdBy: row.ownerId !== null && row.ownerName !== null ? { _id: row.ownerId, name: row.ownerName } : null,
    createdAt: row.createdAt.toISOString(),
  };
}
