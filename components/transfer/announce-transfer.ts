import { percentOf } from "@/components/publish/progress/transfer-figures";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { Transfer } from "./transfer-state";

const STEP = 10;

/** Percent in tens: a screen reader that heard every tick would say nothing else. */
export const inTens = (percent: number) => `${Math.floor(percent / STEP) * STEP} percent`;

const links: Readonly<Record<UploadLink, string | null>> = {
  connecting: "Connecting",
  sending: null,
  paused: "Upload paused",
  // These have a notice of their own, which is read out.
  still: "",
  offline: "",
  unreachable: "",
  unavailable: "",
  "signed-out": "",
  unanswered: "",
};

/** What a screen reader says of bytes on their way. The words change only when there is news. */
export function announceTransfer({ size, link, rate }: Transfer): string {
  return links[link] ?? `Uploading, ${inTens(percentOf(rate.bytes, size))}`;
}
