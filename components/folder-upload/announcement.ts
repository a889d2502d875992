import { announceTransfer, inTens } from "@/components/transfer/announce-transfer";
import type { Phase } from "./upload-state";

/** What a screen reader says of an upload. The words change only when there is news. */
export function announcementOf(phase: Phase): string {
  switch (phase.status) {
    case "reading":
      return `Reading ${phase.name ?? "the files"}`;
    case "selected":
      return `${phase.selection.name} is ready`;
    case "comparing":
      return "Comparing with the map that is online";
    case "compared":
      return "Compared";
    case "uploading":
      return announceTransfer({ size: phase.shipment.byteCount, link: phase.link, rate: phase.rate });
    case "processing":
      return "Putting the map online";
    case "extracting":
      return phase.progress ? `Publishing, ${inTens(phase.progress.progress)}` : "Publishing";
    case "complete":
      return "The map is online";
    default:
      return "";
  }
}
