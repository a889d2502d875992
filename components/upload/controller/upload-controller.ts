import type { Dispatch } from "react";
import { randomId } from "@/lib/upload-client/random-id";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";
import type { UploadTarget } from "@/lib/upload-client/target";
import { type Recovery, type UploadEvent, type UploadProgress, uploadReducer } from "./upload-reducer";
import { idleUpload, type MapUpload, type Shipment, type UploadKind, type UploadState } from "./upload-state";

export interface Failure {
  message: string;
  recovery: Recovery;
  isSignedOut?: boolean;
  mayFinish?: boolean;
  unreadable?: readonly string[];
}

/** An error with a message for the user. */
export class UploadError extends Error {
  override readonly name = "UploadError";

  /** @param details what the user can do, where it is not the usual thing of the source */
  constructor(
    message: string,
    readonly details: Partial<Omit<Failure, "message">> = {},
  ) {
    super(message);
  }
}

interface PausableTransfer {
  start(): void;
  pause(): Promise<void>;
  stop(): Promise<void>;
}

/** Reads the chosen files and sends them. */
export interface UploadSource {
  transfer: PausableTransfer | null;
  forget(): void;
  discard(): void;
  toFailure(error: unknown): Failure;
}

/** One run of work on an upload. Drops its events after an abort. */
export class UploadJob<Kind extends UploadKind = MapUpload> {
  private readonly ending = new AbortController();

  constructor(private readonly target: Dispatch<UploadEvent<Kind>>) {}

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  abort(): void {
    this.ending.abort();
  }

  dispatch(event: UploadEvent<Kind>): void {
    if (!this.signal.aborted) this.target(event);
  }

  notify(kind: "error" | "info", text: string): void {
    this.dispatch({ type: "noticed", notice: { kind, text } });
  }

  readonly notifyRestart = (): void => {
    this.notify("info", "The server no longer has what was sent before. The upload starts from the beginning.");
  };

  startUpload(target: Kind["target"], shipment: Shipment, connection: ConnectionState = "connecting", before?: UploadProgress): void {
    this.dispatch({ type: "uploadStarted", target, shipment, connection, at: performance.now(), ...(before && { before }) });
  }

  readonly setConnection = (connection: ConnectionState): void => {
    this.dispatch({ type: "connectionChanged", connection, at: performance.now() });
  };

  readonly addProgress = (progress: UploadProgress): void => {
    this.dispatch({ type: "progressed", progress, at: performance.now() });
  };
}

/** What the tray shows of an upload that has begun. */
export interface UploadLabel {
  title: string;
  /** Path of its screen. */
  href: string;
  /** Null for files of a project. */
  target: UploadTarget | null;
}

/** Holds the state of an upload and runs one job at a time. It belongs to no screen. */
export class UploadController<Source extends UploadSource, Kind extends UploadKind = MapUpload> {
  readonly id = randomId();
  label: UploadLabel | null = null;
  private state: UploadState<Kind> = idleUpload;
  private job: UploadJob<Kind>;
  private readonly listeners = new Set<() => void>();

  /** @param isDropped true when the user dropped or chose its source in the project list */
  constructor(
    readonly source: Source,
    readonly isDropped = false,
  ) {
    this.job = new UploadJob(this.dispatch);
  }

  readonly getState = (): UploadState<Kind> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly dispatch = (event: UploadEvent<Kind>): void => {
    this.state = uploadReducer(this.state, event);
    for (const listener of this.listeners) listener();
  };

  async run(work: (source: Source, job: UploadJob<Kind>) => Promise<void>): Promise<void> {
    this.stop();
    const job = new UploadJob<Kind>(this.dispatch);
    this.job = job;
    try {
      await work(this.source, job);
    } catch (error) {
      if (!job.signal.aborted) job.dispatch({ type: "failed", ...this.source.toFailure(error) });
    }
    // Releases the lock of the upload, so that it is listed as unfinished after a failure.
    job.abort();
  }

  warn(text: string): void {
    this.dispatch({ type: "noticed", notice: { kind: "error", text } });
  }

  async pause(): Promise<void> {
    try {
      await this.source.transfer?.pause();
    } catch {
      this.warn("Failed to pause upload");
    }
  }

  resume(): void {
    try {
      this.source.transfer?.start();
    } catch {
      this.warn("Failed to resume upload");
    }
  }

  cancel(): void {
    this.job.abort();
    this.source.discard();
    this.source.transfer = null;
    this.source.forget();
    this.dispatch({ type: "cancelled" });
  }

  /** Ends the work. Sent bytes stay on the server. */
  leave(): void {
    this.stop();
    this.source.forget();
  }

  private stop(): void {
    this.job.abort();
    void this.source.transfer?.stop();
    this.source.transfer = null;
  }
}
