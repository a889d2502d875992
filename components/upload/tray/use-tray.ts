"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { ImportSummary } from "@/lib/imports/progress/schema";
import { listFollowedExtractions } from "../controller/followed-extractions";
import { isSending } from "../controller/upload-state";
import { describeEnd, useConversions } from "../conversions/use-conversions";
import { isRunning } from "../imports/import-messages";
import { useImports } from "../imports/use-imports";
import { noticeLinks } from "../notifications/desktop-notice";
import { percentOf } from "../progress/transfer-stats";
import { useUnfinishedUploads } from "../unfinished/use-unfinished-uploads";
import { type AnyUpload, beginUpload, dismissUpload, failureOf, isActive, useUploads } from "./upload-list";

/** An upload or an import that failed. */
export interface FailedWork {
  id: string;
  title: string;
  outcome: string;
  reason: string;
  /** Path of the screen where the user can retry. Null for an import. */
  href: string | null;
  isImport: boolean;
}

/** Returns such as `2 uploads and 1 import failed`. */
export function failuresTitle(failed: readonly FailedWork[]): string {
  const imports = failed.filter(({ isImport }) => isImport).length;
  const count = (number: number, noun: string) =>
    number === 0 ? [] : [`${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`];
  return `${[...count(failed.length - imports, "upload"), ...count(imports, "import")].join(" and ")} failed`;
}

/** Returns the percentage of all bytes that are being sent, or null while nothing is sent. */
function totalPercent(uploads: readonly AnyUpload[]): number | null {
  let [bytes, total] = [0, 0];
  for (const { getState } of uploads) {
    const { phase } = getState();
    if (phase.status !== "uploading") continue;
    bytes += phase.transfer.rate.bytes;
    total += phase.transfer.shipment.byteCount;
  }
  return total > 0 ? percentOf(bytes, total) : null;
}

function failedImport({ _id, projectName, isReplacement, error }: ImportSummary): FailedWork {
  const outcome = isReplacement ? ": the map was not replaced" : " was not published";
  return { id: _id, title: projectName, outcome, reason: `Extraction failed: ${error || "Unknown error"}`, href: null, isImport: true };
}

/** Goes on with what the tab did before a reload, and warns before the tab is closed while bytes are sent. */
function useUploadLife(accountId: string, uploads: readonly AnyUpload[]): void {
  const router = useRouter();
  useEffect(() => {
    noticeLinks.open = (href) => router.push(href);
  }, [router]);
  useEffect(() => {
    const followed = listFollowedExtractions(window.sessionStorage).filter((one) => one.accountId === accountId);
    if (followed.length === 0) return;
    const begun: AnyUpload[] = [];
    let isLeft = false;
    const goOn = ({ labelOf, newZipUpload }: typeof import("./upload-kinds")) => {
      for (const one of isLeft ? [] : followed) {
        const upload = newZipUpload(accountId);
        beginUpload(upload, labelOf(upload, one.target), (zip, job) => zip.returnToExtraction(one, job));
        begun.push(upload);
      }
    };
    // Without this code, the imports of the server are still listed.
    import("./upload-kinds").then(goOn, () => undefined);
    // React may run an effect twice.
    return () => {
      isLeft = true;
      begun.forEach(dismissUpload);
    };
  }, [accountId]);
  const mustAsk = uploads.some(({ getState }) => isSending(getState().phase.status));
  useEffect(() => {
    if (!mustAsk) return;
    const ended = new AbortController();
    window.addEventListener("beforeunload", (event) => event.preventDefault(), ended);
    return () => ended.abort();
  }, [mustAsk]);
}

/** Everything that the tray shows. */
export function useTray(accountId: string) {
  const uploads = useUploads().filter(({ label }) => label !== null);
  useUploadLife(accountId, uploads);
  const { imports, dismiss } = useImports();
  const conversions = useConversions();
  const broken = uploads.filter((upload) => failureOf(upload) !== null);
  const shown = uploads.filter(
    (upload) => !broken.includes(upload) && !["idle", "cancelled", "failed"].includes(upload.getState().phase.status),
  );
  const open = shown.filter(({ getState }) => getState().phase.status !== "complete");
  const openNames = open.flatMap(({ label }) => label?.target?.safeName ?? []);
  const unfinished = useUnfinishedUploads(accountId, openNames.join(" "));
  const failedImports = imports.filter((one) => !isRunning(one));
  // An import that fails is in both lists.
  const isImported = ({ label }: AnyUpload) => failedImports.some(({ safeName }) => safeName === label?.target?.safeName);
  const failed: FailedWork[] = [
    ...broken
      .filter((upload) => !isImported(upload))
      .map((upload) => ({
        id: upload.id,
        title: upload.label?.title ?? "",
        outcome: upload.label?.target ? " was not published" : ": the upload stopped",
        reason: failureOf(upload) ?? "",
        href: upload.getState().phase.status === "failed" ? null : (upload.label?.href ?? null),
        isImport: false,
      })),
    ...failedImports.map(failedImport),
  ];

  async function dismissFailed(dismissed: readonly FailedWork[]): Promise<void> {
    const ids = dismissed.map(({ id }) => id);
    const isDismissed = (upload: AnyUpload) => ids.includes(upload.id) || isImported(upload);
    for (const upload of broken.filter(isDismissed)) dismissUpload(upload);
    await dismiss(dismissed.filter(({ isImport }) => isImport).map(({ id }) => id));
  }

  const ends = uploads.flatMap(({ label, getState }) =>
    getState().phase.status === "complete" ? [`The upload of ${label?.title} is complete`] : [],
  );

  return {
    ends: [...ends, ...broken.map(({ label }) => `The upload of ${label?.title} has failed`), ...conversions.ended.map(describeEnd)],
    uploads: shown,
    activeCount: shown.filter(isActive).length,
    percent: totalPercent(uploads),
    imports: imports.filter((one) => isRunning(one) && !openNames.includes(one.safeName)),
    conversions,
    failed,
    dismissFailed,
    unfinished,
  };
}
