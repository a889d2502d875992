import { announceTransfer, inTens } from "@/components/transfer/announce-transfer";
import type { Phase } from "./upload-state";

/** What a screen reader says of an upload. The words change only when there is news. */
export function announcementOf(phase: Phase): string {
  switch (phase.status) {
    case "validating":
      return `Checking ${phase.file.name}`;
    case "validated":
      return `${phase.file.name} is ready to upload`;
    case "uploading":
      return announceTransfer({ size: phase.file.size, link: phase.link, rate: phase.rate });
    case "extracting":
      if (!phase.progress) return "Extracting";
      return `${phase.progress.viewable ? "The map is online. " : ""}Extracting, ${inTens(phase.progress.progress)}`;
    case "complete":
      return "Extraction complete";
    default:
      return "";
  }
}
