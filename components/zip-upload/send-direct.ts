import { randomId } from "@/lib/publish/random-id";
import { isReadable } from "@/lib/publish/send/byte-source";
import type { UploadTarget } from "@/lib/publish/target";
import { type DirectOutcome, NETWORK_MESSAGE, readDirectAnswer } from "./direct-answer";

/** Progress comes in bursts; nobody reads faster than this. */
const TELL_MS = 250;
/** A connection that has moved nothing for so long is dead: a browser alone would wait for it for ever. */
const STALL_MS = 60_000;

const FILE_CHANGED_MESSAGE = "Upload failed: the file was changed or moved after it was chosen";

/** The fields come first, so that the server can refuse before it has taken every byte. */
function bodyOf(file: File, { projectName, description, replacesId }: UploadTarget): FormData {
  const body = new FormData();
  body.set("projectName", projectName);
  body.set("description", description);
  if (replacesId !== null) body.set("projectId", replacesId);
  body.set("zipFile", file);
  return body;
}

/**
 * POST /upload-zip-direct: the whole file in one request. `fetch` could not tell how far it is.
 * @param onBytes bytes of the file that have left
 * @param signal ends the request; then the promise never settles
 * @throws whatever keeps the request from being made
 */
export function sendDirect(
  file: File,
  target: UploadTarget,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<DirectOutcome> {
  const request = new XMLHttpRequest();
  const ended = new AbortController();
  return new Promise<DirectOutcome>((resolve, reject) => {
    let movedAt = performance.now();
    let toldAt = 0;
    let isSent = false;
    const fail = async () => {
      if (isSent) return resolve({ kind: "unanswered", message: NETWORK_MESSAGE });
      // A file that changed on the disk fails exactly as a lost network does.
      resolve((await isReadable(file)) ? { kind: "cut-off", message: NETWORK_MESSAGE } : { kind: "failed", message: FILE_CHANGED_MESSAGE });
    };
    const progress = ({ loaded, total }: ProgressEvent) => {
      const now = performance.now();
      movedAt = now;
      if (now - toldAt < TELL_MS && loaded < total) return;
      toldAt = now;
      // What stands around the file in the body is sent before it, but for its last line.
      onBytes(Math.min(file.size, Math.max(0, loaded - (total - file.size))));
    };
    const watchdog = setInterval(() => {
      if (performance.now() - movedAt < STALL_MS) return;
      request.abort();
      void fail();
    }, STALL_MS / 12);
    ended.signal.addEventListener("abort", () => clearInterval(watchdog));
    request.upload.addEventListener("load", () => {
      isSent = true;
      onBytes(file.size);
      // Once everything has left, the server takes the time that it needs.
      clearInterval(watchdog);
    });
    request.upload.addEventListener("progress", progress);
    request.addEventListener("error", () => void fail());
    request.addEventListener("load", () => {
      const outcome = readDirectAnswer({ status: request.status, statusText: request.statusText, body: request.responseText });
      // What has not left cannot have arrived.
      resolve(outcome.kind === "unanswered" && !isSent ? { ...outcome, kind: "failed" } : outcome);
    });
    const stop = () => {
      request.abort();
      ended.abort();
    };
    signal.addEventListener("abort", stop, { signal: ended.signal });
    try {
      request.open("POST", "/upload-zip-direct");
      // A browser sends a request again, unasked, whose connection ends before there was an answer.
      request.setRequestHeader("Idempotency-Key", randomId());
      request.send(bodyOf(file, target));
    } catch (error) {
      reject(error);
    }
  }).finally(() => ended.abort());
}
