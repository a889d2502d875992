"use client";

import { useSyncExternalStore } from "react";
import type { UploadController, UploadJob, UploadLabel, UploadSource } from "../controller/upload-controller";
import { isUnderWay, type UploadKind } from "../controller/upload-state";

/** An upload of any kind. */
export type AnyUpload = Pick<
  UploadController<UploadSource, UploadKind>,
  "id" | "label" | "source" | "getState" | "subscribe" | "pause" | "resume" | "cancel" | "leave" | "isDropped"
>;

/** The uploads of this tab. They go on when the user leaves their screen. */
let uploads: readonly AnyUpload[] = [];
const listeners = new Set<() => void>();
/** The upload that the user is asked about before it is cancelled. */
let asked: AnyUpload | null = null;

function change(next: readonly AnyUpload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

export function addUpload(upload: AnyUpload): void {
  if (uploads.includes(upload)) return;
  upload.subscribe(() => change([...uploads]));
  change([...uploads, upload]);
}

export function removeUpload(upload: AnyUpload): void {
  if (asked === upload) asked = null;
  change(uploads.filter((one) => one !== upload));
}

/** Ends an upload whose row is dismissed or whose screen was left before it began. */
export function dismissUpload(upload: AnyUpload): void {
  removeUpload(upload);
  upload.leave();
}

/** Starts work that goes on in the tray. */
export function beginUpload<Source extends UploadSource, Kind extends UploadKind>(
  controller: UploadController<Source, Kind>,
  label: UploadLabel,
  work: (source: Source, job: UploadJob<Kind>) => Promise<void>,
): void {
  controller.label = label;
  addUpload(controller);
  void controller.run(work);
}

/** Cancels an upload, after a confirmation when bytes have been sent. */
export function askToCancel(upload: AnyUpload): void {
  const { phase } = upload.getState();
  if (phase.status !== "uploading" || phase.transfer.rate.bytes === 0) cancelUpload(upload);
  else {
    asked = upload;
    change([...uploads]);
  }
}

export function cancelUpload(upload: AnyUpload): void {
  upload.cancel();
  removeUpload(upload);
}

/** Returns the upload to ask about. Null once its last byte was sent. */
export function askedUpload(): AnyUpload | null {
  return asked?.getState().phase.status === "uploading" ? asked : null;
}

export function keepUpload(): void {
  asked = null;
  change([...uploads]);
}

/** Returns true for an upload that has begun and has neither ended nor failed. */
export function isActive({ label, getState }: AnyUpload): boolean {
  return label !== null && isUnderWay(getState().phase.status);
}

/** Returns why an upload ended without a map, or null. */
export function failureOf({ label, getState }: AnyUpload): string | null {
  const { phase, notice } = getState();
  if (label === null || isUnderWay(phase.status)) return null;
  if (phase.status === "interrupted") return phase.message;
  // After a time-out the import may still finish. It is in the list of imports.
  return notice?.kind === "error" && !notice.mayFinish ? notice.text : null;
}

/** Returns true while another upload to this project is under way. */
export function hasUploadTo(safeName: string): boolean {
  return uploads.some((upload) => isActive(upload) && upload.label?.target?.safeName === safeName);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the uploads of this tab. The array changes with the state of each upload. */
export function useUploads(): readonly AnyUpload[] {
  const readUploads = () => uploads;
  return useSyncExternalStore(subscribe, readUploads, readUploads);
}

function isPublished({ getState }: AnyUpload): boolean {
  const { phase } = getState();
  return phase.status === "complete" || (phase.status === "extracting" && phase.progress?.viewable === true);
}

/** Returns the ids of the uploads whose map is online, joined. It changes less often than the uploads. */
export function usePublishedIds(): string {
  const idsOf = () =>
    uploads
      .filter(isPublished)
      .map(({ id }) => id)
      .join();
  return useSyncExternalStore(subscribe, idsOf, () => "");
}
