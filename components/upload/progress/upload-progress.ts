import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import type { Phase, UploadKind } from "../controller/upload-state";
import { importPercent, phaseOf } from "../imports/import-messages";
import { connectionLooks } from "./connections";
import { transferStats } from "./transfer-stats";

export interface UploadProgress {
  /** Null while the amount is unknown. */
  percent: number | null;
  tone: "accent" | "warning";
  /** The state as one line of the tray. */
  detail: string;
}

/** Returns what the screen and the tray show of an upload. */
export function progressOf(phase: Phase<UploadKind>): UploadProgress {
  switch (phase.status) {
    case "unconfirmed":
    case "selected":
    case "compared":
      return { percent: 0, tone: "accent", detail: "Waiting for your answer" };
    case "uploading": {
      const { percent, bytes, total, speed } = transferStats(phase.transfer);
      const { text, tone } = connectionLooks[phase.transfer.connection];
      const state = speed === null ? text : formatSpeed(speed);
      return { percent, tone: tone === "warning" ? tone : "accent", detail: `${formatBytes(bytes)} of ${formatBytes(total)} · ${state}` };
    }
    case "finalizing":
      return { percent: null, tone: phase.connection === "sending" ? "accent" : "warning", detail: "Putting the map online" };
    case "extracting":
      return {
        percent: phase.progress && importPercent(phase.progress),
        tone: "accent",
        detail: phase.progress ? phaseOf(phase.progress) : "The server is reading the files",
      };
    case "complete":
      return { percent: 100, tone: "accent", detail: "Complete" };
    default:
      return { percent: null, tone: "accent", detail: "Preparing" };
  }
}
