import { percentOf } from "./transfer-figures";
import type { Phase, UploadLink } from "./upload-state";

const STEP = 10;

/** Percent in tens: a screen reader that heard every tick would say nothing else. */
const tens = (percent: number) => `${Math.floor(percent / STEP) * STEP} percent`;

const links: Readonly<Record<UploadLink, string | null>> = {
  connecting: "Connecting",
  sending: null,
  paused: "Upload paused",
  // These have a notice of their own, which is read out.
  offline: "",
  unreachable: "",
  "signed-out": "",
};

/** What a screen reader says of an upload. The words change only when there is news. */
export function announcementOf(phase: Phase): string {
  switch (phase.status) {
    case "validating":
      return `Checking ${phase.file.name}`;
    case "validated":
      return `${phase.file.name} is ready to upload`;
    case "uploading":
      return links[phase.link] ?? `Uploading, ${tens(percentOf(phase.rate.bytes, phase.file.size))}`;
    case "extracting":
      if (!phase.progress) return "Extracting";
      return `${phase.progress.viewable ? "The map is online. " : ""}Extracting, ${tens(phase.progress.progress)}`;
    case "complete":
      return "Extraction complete";
    default:
      return "";
  }
}
