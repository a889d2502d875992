import { findConflicts, withoutConflicts } from "@/components/files/upload/find-conflicts";
import { type PreparedFiles, prepareFiles, UnfitFilesError } from "@/components/files/upload/prepare-files";
import {
  CANCELLED_MESSAGE,
  errorMessage,
  NOTHING_LEFT_MESSAGE,
  refusedMessage,
  successMessage,
} from "@/components/files/upload/upload-messages";
import { UnreadableEntryError } from "@/components/folder-upload/reading/reading";
import { isSignedOut } from "@/components/shared/load-error";
import { RequestError } from "@/components/shared/request-json";
import type { NoticeTone } from "@/components/ui/notice";
import { ChunkSender } from "./chunk-sender";
import type { FileUploadEvent } from "./upload-reducer";
import type { ConflictAnswer, UploadChoice, UploadKind } from "./upload-state";

/** Who hears of an upload. */
export interface UploadListeners {
  dispatch: (event: FileUploadEvent) => void;
  onMessage: (tone: NoticeTone, message: string) => void;
  /** Files have arrived, or may have. */
  onDone: () => void;
}

/** What is being uploaded, as far as it is known. */
interface Job {
  targetPath: string;
  kind: UploadKind;
  prepared: PreparedFiles | null;
  sender: ChunkSender | null;
}

/** What happens around an upload into a folder. It tells the reducer, and keeps nothing that is shown. */
export class FileUploadController {
  private job: Job | null = null;
  private answer: ((answer: ConflictAnswer) => void) | null = null;
  /** Ends whatever is under way now. */
  private work = new AbortController();

  constructor(
    private readonly project: string,
    private readonly listeners: UploadListeners,
  ) {}

  /** Uploads what was chosen into a folder. */
  start(choice: UploadChoice, targetPath: string, kind: UploadKind): Promise<void> {
    const job: Job = { targetPath, kind, prepared: null, sender: null };
    this.job = job;
    this.listeners.dispatch({ type: "chosen", targetPath, kind });
    return this.run(async (signal) => {
      const onProgress = (filesRead: number) => this.listeners.dispatch({ type: "filesRead", filesRead });
      const { files } = await choice.read({ onProgress, signal });
      job.prepared = await prepareFiles(files, targetPath, signal);
      await this.checkAndSend(job, job.prepared, signal);
    });
  }

  /** Goes on after a failure, with the step that failed. */
  retry(): Promise<void> {
    const { job } = this;
    return this.run(async (signal) => {
      if (job?.sender) await this.send(job.sender, job.prepared?.leftOut ?? 0, signal);
      else if (job?.prepared) await this.checkAndSend(job, job.prepared, signal);
    });
  }

  /** Takes the person's answer to what is to become of the files that are there already. */
  resolve(answer: ConflictAnswer): void {
    this.answer?.(answer);
  }

  /** Calls it off. What has arrived stays. */
  cancel(): void {
    const wasSending = Boolean(this.job?.sender);
    this.close();
    this.listeners.dispatch(wasSending ? { type: "cancelled" } : { type: "reset" });
    if (!wasSending) return;
    this.listeners.onMessage("info", CANCELLED_MESSAGE);
    this.listeners.onDone();
  }

  /** Ends with the screen. */
  close(): void {
    this.work.abort();
    this.job = null;
    this.answer = null;
  }

  private async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) this.fail(messageOf(error), Boolean(this.job?.prepared), isSignedOut(error));
    }
  }

  private async checkAndSend(job: Job, { files, leftOut }: PreparedFiles, signal: AbortSignal): Promise<void> {
    const { dispatch, onMessage } = this.listeners;
    dispatch({ type: "checking", fileCount: files.length });
    const conflicts = await findConflicts(this.project, job.targetPath, files, signal);
    let isSkipping = false;
    if (conflicts.existing.length + conflicts.blocked.length > 0) {
      dispatch({ type: "asked", fileCount: files.length, conflicts });
      isSkipping = (await this.ask()) === "skip";
      signal.throwIfAborted();
    }
    const wanted = withoutConflicts(files, conflicts, isSkipping);
    if (wanted.length === 0) {
      this.close();
      dispatch({ type: "reset" });
      onMessage("info", NOTHING_LEFT_MESSAGE);
      return;
    }
    job.sender = new ChunkSender(wanted, { project: this.project, targetPath: job.targetPath, kind: job.kind });
    await this.send(job.sender, leftOut, signal);
  }

  private ask(): Promise<ConflictAnswer> {
    return new Promise((resolve) => {
      this.answer = resolve;
    });
  }

  private async send(sender: ChunkSender, leftOut: number, signal: AbortSignal): Promise<void> {
    const { dispatch, onMessage, onDone } = this.listeners;
    const { files, bytes } = sender.arrived;
    const shipment = { fileCount: sender.files.length, totalBytes: sender.totalBytes, chunkCount: sender.chunks.length };
    dispatch({ type: "sendingStarted", ...shipment, filesSent: files, bytesSent: bytes, at: performance.now() });
    const failure = await sender.send(
      {
        onChunk: (chunk) => dispatch({ type: "chunkStarted", chunk }),
        onProgress: (filesSent, bytesSent) => dispatch({ type: "progressed", filesSent, bytesSent, at: performance.now() }),
        onLink: (link) => dispatch({ type: "linkChanged", link, at: performance.now() }),
      },
      signal,
    );
    if (failure !== null) {
      this.fail(failure, true, sender.isSignedOut);
      // The chunks before it are there.
      if (sender.arrived.files > 0) onDone();
      return;
    }
    const message = successMessage(sender.files.length, sender.chunks.length);
    this.job = null;
    dispatch({ type: "completed", message, leftOut });
    onMessage("success", message);
    onDone();
  }

  private fail(message: string, canRetry: boolean, isSignedOut: boolean): void {
    this.listeners.dispatch({ type: "failed", message, canRetry, isSignedOut });
    this.listeners.onMessage("error", message);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UnfitFilesError) return refusedMessage(error.message);
  // Spec 001 §8.
  if (error instanceof UnreadableEntryError) return `Failed to add file: ${error.path}`;
  if (error instanceof RequestError)
    return error.message
      ? refusedMessage(error.message)
      : errorMessage(error.status === 0 ? "the server cannot be reached" : `${error.status}`);
  return errorMessage(error instanceof Error ? error.message : "Unknown error");
}
