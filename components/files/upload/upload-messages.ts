import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import type { Phase, Transfer } from "@/components/upload/controller/upload-state";
import { inTens } from "@/components/upload/progress/announcement";
import { percentOf, transferStats } from "@/components/upload/progress/transfer-stats";
import { CHUNK_FILES } from "@/lib/files/schema";
import { BODY_LIMIT_MESSAGE } from "@/lib/upload-client/send/transfer-failure";
import { countOf } from "../manager/folder/item-paths";
import type { FilesUpload, FolderTarget } from "./prepare-files";

type FilesPhase = Phase<FilesUpload>;

/** Returns the progress in whole percent, by files when there are many and by bytes when there are few. */
export function uploadPercent({ shipment: { fileCount, byteCount }, sent, rate }: Transfer): number {
  if (fileCount > CHUNK_FILES || byteCount === 0) return Math.round((sent.filesSent / fileCount) * 100);
  return percentOf(rate.bytes, byteCount);
}

export function uploadStats(transfer: Transfer): string {
  const { fileCount, chunkCount } = transfer.shipment;
  const { filesSent, chunksSent } = transfer.sent;
  const { bytes, total, speed, remaining } = transferStats(transfer);
  const stats = [`${formatBytes(bytes)} of ${formatBytes(total)}`];
  if (fileCount > 1) stats.unshift(`${filesSent.toLocaleString("en-US")} of ${countOf(fileCount, "file")}`);
  if (chunkCount > 1) stats.unshift(`Chunk ${Math.min(chunksSent + 1, chunkCount)} of ${chunkCount}`);
  if (speed !== null) stats.push(formatSpeed(speed));
  if (remaining !== null) stats.push(`${formatDuration(remaining)} left`);
  return stats.join(" · ");
}

/** Returns what the panel says about an upload. */
export function describePhase(phase: FilesPhase): { title: string; detail: string } {
  switch (phase.status) {
    case "reading":
      return { title: phase.name === null ? "Reading the files" : "Reading the folder", detail: `${countOf(phase.read, "file")} so far` };
    case "comparing":
    case "compared": {
      const detail = phase.status === "comparing" ? "Checking for existing files" : "Waiting for your answer";
      return { title: `Checking ${countOf(phase.selection.fileCount, "file")}`, detail };
    }
    case "uploading": {
      const { name, fileCount } = phase.transfer.shipment;
      const title = `Uploading ${countOf(fileCount, "file")}${name === "" ? "" : ` to “${name}”`}`;
      return { title, detail: uploadStats(phase.transfer) + (waits[phase.transfer.connection] ?? "") };
    }
    case "interrupted":
      return { title: phase.message, detail: interruptedDetail(phase) };
    case "complete":
      return phase.transfer ? describeComplete(phase.transfer) : nothing;
    case "cancelled":
      return { title: CANCELLED_MESSAGE, detail: "Files that were already uploaded are kept." };
    default:
      return nothing;
  }
}

const nothing = { title: "", detail: "" };

const waits: Partial<Record<Transfer["connection"], string>> = {
  offline: ". Waiting for the network. The upload continues automatically.",
  unreachable: ". Can't reach the server. The upload continues automatically.",
};

function interruptedDetail({ transfer, isSignedOut }: Extract<FilesPhase, { status: "interrupted" }>): string {
  const stats = transfer ? [`${uploadStats({ ...transfer, connection: "unreachable" })}.`] : [];
  if (isSignedOut) stats.push("Sign in again in another tab, then choose Retry to continue.");
  else if (transfer) stats.push("Choose Retry to continue.");
  return stats.join(" ");
}

function describeComplete(transfer: Transfer): { title: string; detail: string } {
  const { fileCount, chunkCount, ignored = 0 } = transfer.shipment;
  const detail =
    ignored === 0
      ? uploadStats({ ...transfer, connection: "answering" })
      : `${countOf(ignored, "file")} added by the operating system ${ignored === 1 ? "was" : "were"} ignored.`;
  return { title: successMessage(fileCount, chunkCount), detail };
}

/** Returns the text for screen readers. Banners announce failures and successes. */
export function announcementOf(phase: FilesPhase): string {
  if (phase.status === "uploading") return `Uploading, ${inTens(uploadPercent(phase.transfer))}`;
  return phase.status === "reading" || phase.status === "comparing" ? describePhase(phase).title : "";
}

const CANCELLED_MESSAGE = "Upload cancelled";
export const BUSY_MESSAGE = "Another upload is in progress. Wait until it finishes, or cancel it.";
export const NOTHING_LEFT_MESSAGE = "Nothing was uploaded. All of these files already exist.";

export function successMessage(fileCount: number, chunkCount: number): string {
  return chunkCount > 1 ? `Successfully uploaded ${fileCount} files in ${chunkCount} chunks` : `Uploaded ${fileCount} file(s) successfully`;
}

export function rejectedMessage(reason: string): string {
  return `Failed to upload files: ${reason}`;
}

export function errorMessage(message: string): string {
  return `Error uploading files: ${message}`;
}

interface ChunkFailure {
  status: number;
  reason: string | null;
  chunk: number;
  chunkCount: number;
  kind: FolderTarget["kind"];
}

export function failureMessage({ status, reason, chunk, chunkCount, kind }: ChunkFailure): string {
  if (status === 0) return errorMessage("the server can't be reached");
  if (reason !== null) return rejectedMessage(reason);
  if (status === 413) return rejectedMessage(BODY_LIMIT_MESSAGE);
  if (chunkCount > 1) return `Chunk ${chunk} failed: ${status}`;
  return kind === "folder" ? "Failed to upload folder" : rejectedMessage(`the server returned ${status}`);
}
