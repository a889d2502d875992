import type { Phase, Transfer } from "@/components/publish/controller/upload-state";
import { inTens } from "@/components/publish/progress/announcement";
import type { FilesUpload } from "./files-upload";
import { countFiles, uploadFigures, uploadPercent } from "./upload-figures";
import { CANCELLED_MESSAGE, successMessage } from "./upload-messages";

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
      return "Looking whether they are there already";
    case "compared":
      return "Waiting for your answer";
    case "uploading":
      return uploadingDetail(phase.transfer);
    case "interrupted":
      return interruptedDetail(phase);
    case "complete":
      return phase.transfer ? completeDetail(phase.transfer) : "";
    case "cancelled":
      return "What had arrived by then stays.";
    default:
      return "";
  }
}

function uploadingDetail(transfer: Transfer): string {
  const figures = uploadFigures(transfer).join(" · ");
  if (transfer.connection === "offline") return `${figures}. Waiting for the network; it goes on by itself.`;
  if (transfer.connection === "unreachable") return `${figures}. The server cannot be reached; it goes on by itself.`;
  return figures;
}

function interruptedDetail({ transfer, isSignedOut }: Extract<FilesPhase, { status: "interrupted" }>): string {
  const figures = transfer ? [`${uploadFigures({ ...transfer, connection: "unreachable" }).join(" · ")}.`] : [];
  if (isSignedOut) figures.push("Nothing is lost: log in in another tab, and Retry goes on from there.");
  else if (transfer) figures.push("Retry goes on from there.");
  return figures.join(" ");
}

function completeDetail(transfer: Transfer): string {
  const { ignored = 0 } = transfer.shipment;
  if (ignored === 0) return uploadFigures({ ...transfer, connection: "answering" }).join(" · ");
  return `${countFiles(ignored)} added by the operating system ${ignored === 1 ? "was" : "were"} left out.`;
}

/** Returns what a screen reader reads out. Failures and successes are read out with their banner. */
export function announcementOf(phase: FilesPhase): string {
  if (phase.status === "uploading") return `Uploading, ${inTens(uploadPercent(phase.transfer))}`;
  return phase.status === "reading" || phase.status === "comparing" ? titleOf(phase) : "";
}
