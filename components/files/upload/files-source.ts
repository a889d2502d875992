import { isSignedOut, RequestError } from "@/components/shared/request-json";
import { type Failure, UploadError, type UploadJob, type UploadSource } from "@/components/upload/controller/upload-controller";
import type { Choice } from "@/components/upload/source/folder/reading";
import { UnreadableEntryError } from "@/components/upload/source/folder/reading";
import { ChunkError, ChunkSender } from "./chunk-sender";
import {
  type ConflictAnswer,
  type FilesUpload,
  type FolderTarget,
  findConflicts,
  type PreparedFiles,
  prepareFiles,
  UnfitFilesError,
  withoutConflicts,
} from "./prepare-files";
import { errorMessage, NOTHING_LEFT_MESSAGE, rejectedMessage, successMessage } from "./upload-messages";

export class FilesSource implements UploadSource {
  readonly transfer = null;
  /** Called when files have arrived. The open file manager sets it. */
  onChange: () => void = () => undefined;
  private target: FolderTarget | null = null;
  private prepared: PreparedFiles | null = null;
  private sender: ChunkSender | null = null;
  private answer: ((answer: ConflictAnswer) => void) | null = null;

  constructor(readonly project: string) {}

  async upload(choice: Choice, target: FolderTarget, job: UploadJob<FilesUpload>): Promise<void> {
    this.forget();
    this.target = target;
    job.dispatch({ type: "chosen", name: target.kind === "folder" ? (choice.folderName ?? "") : null });
    const onProgress = (read: number) => job.dispatch({ type: "read", read, total: null });
    const { files } = await choice.read({ onProgress, signal: job.signal });
    this.prepared = await prepareFiles(files, target.path, job.signal);
    await this.checkAndSend(this.prepared, target, job);
  }

  async retry(job: UploadJob<FilesUpload>): Promise<void> {
    const { prepared, sender, target } = this;
    if (!prepared || !target) return;
    if (sender) return this.send(sender, prepared.ignored, target, job);
    job.dispatch({ type: "chosen", name: null });
    await this.checkAndSend(prepared, target, job);
  }

  resolve(answer: ConflictAnswer): void {
    this.answer?.(answer);
  }

  forget(): void {
    this.target = null;
    this.prepared = null;
    this.sender = null;
    this.answer = null;
  }

  discard(): void {
    if (this.sender) this.onChange();
  }

  toFailure(error: unknown): Failure {
    if ((this.sender?.arrived.files ?? 0) > 0) this.onChange();
    const isSessionOver = error instanceof ChunkError ? error.isSignedOut : isSignedOut(error);
    return { message: messageOf(error), recovery: this.prepared ? "retry" : "dismiss", isSignedOut: isSessionOver };
  }

  private async checkAndSend({ files, ignored }: PreparedFiles, target: FolderTarget, job: UploadJob<FilesUpload>): Promise<void> {
    const byteCount = files.reduce((sum, { file }) => sum + file.size, 0);
    job.dispatch({ type: "selected", selection: { source: "files", fileCount: files.length, byteCount } });
    job.dispatch({ type: "comparing", target });
    const conflicts = await findConflicts(this.project, target.path, files, job.signal);
    let isSkipping = false;
    if (conflicts.existing.length + conflicts.blocked.length > 0) {
      job.dispatch({ type: "compared", comparison: conflicts });
      const answer = await new Promise<ConflictAnswer>((resolve) => {
        this.answer = resolve;
      });
      isSkipping = answer === "skip";
      job.signal.throwIfAborted();
    }
    const wanted = withoutConflicts(files, conflicts, isSkipping);
    if (wanted.length === 0) {
      this.forget();
      job.dispatch({ type: "reset" });
      return job.notify("info", NOTHING_LEFT_MESSAGE);
    }
    this.sender = new ChunkSender(wanted, this.project, target);
    await this.send(this.sender, ignored, target, job);
  }

  private async send(sender: ChunkSender, ignored: number, target: FolderTarget, job: UploadJob<FilesUpload>): Promise<void> {
    const fileCount = sender.files.length;
    const chunkCount = sender.chunks.length;
    const name = target.path.split("/").at(-1) ?? "";
    job.startUpload(target, { name, fileCount, byteCount: sender.totalBytes, chunkCount, ignored }, "sending", sender.progress);
    await sender.send({ onProgress: job.addProgress, onConnection: job.setConnection }, job.signal);
    this.forget();
    job.dispatch({ type: "completed", notice: { kind: "success", text: successMessage(fileCount, chunkCount) }, map: null });
    this.onChange();
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UploadError) return error.message;
  if (error instanceof UnfitFilesError) return rejectedMessage(error.message);
  if (error instanceof UnreadableEntryError) return `Failed to add file: ${error.path}`;
  if (error instanceof RequestError) {
    if (error.message) return rejectedMessage(error.message);
    return errorMessage(error.status === 0 ? "the server can't be reached" : `${error.status}`);
  }
  return errorMessage(error instanceof Error ? error.message : "Unknown error");
}
