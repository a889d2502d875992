import type { ExtractionProgress } from "@/lib/imports/progress/schema";
import { layersMessage } from "@/lib/upload-client/data-layers";
import type { MapUpload, Phase, Transfer } from "../controller/upload-state";
import { percentOf } from "./transfer-stats";

const STEP = 10;

export const inTens = (percent: number) => `${Math.floor(percent / STEP) * STEP} percent`;

export function announcementOf(phase: Phase, source: "zip" | "folder"): string {
  const isZip = source === "zip";
  switch (phase.status) {
    case "reading":
      return isZip ? `Checking ${phase.name}` : `Reading ${phase.name ?? "the files"}`;
    case "selected":
      return describeSelection(phase.selection);
    case "comparing":
      return "Comparing with the map that is online";
    case "compared":
      return "Compared";
    case "uploading":
      return describeTransfer(phase.transfer);
    case "finalizing":
      return "Putting the map online";
    case "extracting":
      return describeExtraction(phase.progress, isZip);
    case "complete":
      return isZip ? "Extraction complete" : "The map is online";
    default:
      return "";
  }
}

function describeSelection(selection: MapUpload["selection"]): string {
  const ready = `Ready to upload: ${selection.source === "zip" ? selection.file.name : selection.name}`;
  return selection.layers.length > 0 ? `${ready}. ${layersMessage(selection.layers.length)}` : ready;
}

function describeTransfer({ connection, rate, shipment }: Transfer): string {
  switch (connection) {
    case "connecting":
      return "Connecting";
    case "paused":
      return "Upload paused";
    case "sending":
    case "answering":
      return `Uploading, ${inTens(percentOf(rate.bytes, shipment.byteCount))}`;
    default:
      // Screen readers announce the notice of the connection.
      return "";
  }
}

function describeExtraction(progress: ExtractionProgress | null, isZip: boolean): string {
  const verb = isZip ? "Extracting" : "Publishing";
  if (!progress) return verb;
  return `${isZip && progress.viewable ? "The map is online. " : ""}${verb}, ${inTens(progress.progress)}`;
}
