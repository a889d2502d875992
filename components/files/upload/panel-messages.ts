import type { Phase, Transfer } from "@/components/publish/controller/upload-state";
import { inTens } from "@/components/publish/progress/announcement";
import type { FilesUpload } from "./files-upload";
import { CANCELLED_MESSAGE, successMessage } from "./upload-messages";
import { countFiles, uploadPercent, uploadStats } from "./upload-stats";

type FilesPhase = Phase<FilesUpload>;

export function titleOf(phase: FilesPhase): string {
  switch (phase.status) {
    case "reading":
      return phase.name === null ? "Reading the files" : "Reading the folder";
    case "comparing":
    case "compared":
      return `Checking ${countFiles(phase.selection.fileCount)}`;
    case "uploading": {
      const { name, fileCount } = phase.transfer.shipment;
      return `Uploading ${countFiles(fileCount)}${name === "" ? "" : ` to “${name}”`}`;
    }
    case "interrupted":
      return phase.message;
    case "complete":
      return phase.transfer ? successMessage(phase.transfer.shipment.fileCount, phase.transfer.shipment.chunkCount) : "";
    case "cancelled":
      return CANCELLED_MESSAGE;
    default:
      return "";
  }
}

export function detailOf(phase: FilesPhase): string {
  switch (phase.status) {
    case "reading":
      return `${countFiles(phase.read)} so far`;
    case "comparing":
      return "Checking for existing files";
    case "compared":
      return "Waiting for your answer";
    case "uploading":
      return uploadingDetail(phase.transfer);
    case "interrupted":
      return interruptedDetail(phase);
    case "complete":
      return phase.transfer ? completeDetail(phase.transfer) : "";
    case "cancelled":
      return "Files that were already uploaded are kept.";
    default:
      return "";
  }
}

function uploadingDetail(transfer: Transfer): string {
  const stats = uploadStats(transfer).join(" · ");
  if (transfer.connection === "offline") return `${stats}. Waiting for the network. The upload continues automatically.`;
  if (transfer.connection === "unreachable") return `${stats}. Can't reach the server. The upload continues automatically.`;
  return stats;
}

function interruptedDetail({ transfer, isSignedOut }: Extract<FilesPhase, { status: "interrupted" }>): string {
  const stats = transfer ? [`${uploadStats({ ...transfer, connection: "unreachable" }).join(" · ")}.`] : [];
  if (isSignedOut) stats.push("Log in in another tab, then choose Retry to continue.");
  else if (transfer) stats.push("Choose Retry to continue.");
  return stats.join(" ");
}

function completeDetail(transfer: Transfer): string {
  const { ignored = 0 } = transfer.shipment;
  if (ignored === 0) return uploadStats({ ...transfer, connection: "answering" }).join(" · ");
  return `${countFiles(ignored)} added by the operating system ${ignored === 1 ? "was" : "were"} ignored.`;
}

/** Returns the text for screen readers. Banners announce failures and successes. */
export function announcementOf(phase: FilesPhase): string {
  if (phase.status === "uploading") return `Uploading, ${inTens(uploadPercent(phase.transfer))}`;
  return phase.status === "reading" || phase.status === "comparing" ? titleOf(phase) : "";
}
