import { CANCELLED_MESSAGE } from "@/components/files/upload/upload-messages";
import { inTens } from "@/components/transfer/announce-transfer";
import { countFiles, uploadFigures, uploadPercent } from "./upload-figures";
import type { UploadState } from "./upload-state";

type ShownState = Exclude<UploadState, { phase: "idle" }>;

/** The last name of the folder that it goes to; nothing for the top. */
function placeOf({ targetPath }: ShownState): string {
  return targetPath === "" ? "" : ` to “${targetPath.split("/").at(-1)}”`;
}

/** What is going on. It does not change with every tick. */
export function titleOf(state: ShownState): string {
  switch (state.phase) {
    case "reading":
      return state.kind === "folder" ? "Reading the folder" : "Reading the files";
    case "checking":
    case "asking":
      return `Checking ${countFiles(state.fileCount)}`;
    case "sending":
      return `Uploading ${countFiles(state.sending.fileCount)}${placeOf(state)}`;
    case "failed":
    case "done":
      return state.message;
    case "cancelled":
      return CANCELLED_MESSAGE;
  }
}

/** What is known of it besides. */
export function detailOf(state: ShownState): string {
  switch (state.phase) {
    case "reading":
      return `${countFiles(state.filesRead)} so far`;
    case "checking":
      return "Looking whether they are there already";
    case "asking":
      return "Waiting for your answer";
    case "sending":
      return sendingDetail(state.sending);
    case "failed":
      return failedDetail(state);
    case "done":
      return state.leftOut === 0
        ? uploadFigures({ ...state.sending, link: "answering" }).join(" · ")
        : `${countFiles(state.leftOut)} added by the operating system ${state.leftOut === 1 ? "was" : "were"} left out.`;
    case "cancelled":
      return "What had arrived by then stays.";
  }
}

function failedDetail({ sending, isSignedOut }: Extract<UploadState, { phase: "failed" }>): string {
  const figures = sending ? [`${uploadFigures({ ...sending, link: "unreachable" }).join(" · ")}.`] : [];
  if (isSignedOut) figures.push("Nothing is lost: log in in another tab, and Retry goes on from there.");
  else if (sending) figures.push("Retry goes on from there.");
  return figures.join(" ");
}

function sendingDetail(sending: Extract<UploadState, { phase: "sending" }>["sending"]): string {
  const figures = uploadFigures(sending).join(" · ");
  if (sending.link === "offline") return `${figures}. Waiting for the network; it goes on by itself.`;
  if (sending.link === "unreachable") return `${figures}. The server cannot be reached; it goes on by itself.`;
  return figures;
}

/** For screen readers: the words change only when there is news. Failures and successes are said by the banner. */
export function announcementOf(state: UploadState): string {
  if (state.phase === "sending") return `Uploading, ${inTens(uploadPercent(state.sending))}`;
  return state.phase === "reading" || state.phase === "checking" ? titleOf(state) : "";
}
