import type { ExtractionProgress } from "@/lib/imports/schema";
import type { ConnectionState } from "@/lib/publish/send/connection-state";
import type { Phase } from "../controller/upload-state";
import { percentOf } from "./transfer-stats";

const STEP = 10;

export const inTens = (percent: number) => `${Math.floor(percent / STEP) * STEP} percent`;

/** Null while bytes move. Empty for states whose notice screen readers announce. */
const connections: Readonly<Record<ConnectionState, string | null>> = {
  connecting: "Connecting",
  sending: null,
  answering: null,
  paused: "Upload paused",
  still: "",
  offline: "",
  unreachable: "",
  unavailable: "",
  "signed-out": "",
  unanswered: "",
};

export function announcementOf(phase: Phase, source: "zip" | "folder"): string {
  const isZip = source === "zip";
  switch (phase.status) {
    case "reading":
      return isZip ? `Checking ${phase.name}` : `Reading ${phase.name ?? "the files"}`;
    case "selected":
      return `Ready to upload: ${phase.selection.source === "zip" ? phase.selection.file.name : phase.selection.name}`;
    case "comparing":
      return "Comparing with the map that is online";
    case "compared":
      return "Compared";
    case "uploading": {
      const { connection, rate, shipment } = phase.transfer;
      return connections[connection] ?? `Uploading, ${inTens(percentOf(rate.bytes, shipment.byteCount))}`;
    }
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

function describeExtraction(progress: ExtractionProgress | null, isZip: boolean): string {
  const verb = isZip ? "Extracting" : "Publishing";
  if (!progress) return verb;
  return `${isZip && progress.viewable ? "The map is online. " : ""}${verb}, ${inTens(progress.progress)}`;
}
