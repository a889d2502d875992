"use client";

import { ChevronDown } from "lucide-react";
import { useCallback, useEffect, useId, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { lazyPart } from "@/components/shared/lazy-part";
import { MEDIUM, useMedia } from "@/components/shared/use-media";
import { cn } from "@/components/ui/cn";
import { askedUpload, cancelUpload, keepUpload, useUploads } from "./upload-list";
import { ImportRow, UploadRow } from "./upload-row";
import { failuresTitle, useTray } from "./use-tray";

const ConversionRows = lazyPart(
  () => import("../conversions/conversion-rows").then(({ ConversionRows }) => ConversionRows),
  () => null,
);

const Failures = lazyPart(
  () => import("./failures").then(({ Failures }) => Failures),
  () => null,
);

const UnfinishedRows = lazyPart(
  () => import("../unfinished/unfinished-rows").then(({ UnfinishedRows }) => UnfinishedRows),
  () => null,
);

const TITLE_PREFIX = /^\d+% · /;

/** Shows the percentage in the tab's title. Runs after every render, because each page sets its own title. */
function useTitlePercent(percent: number | null): void {
  useEffect(() => {
    const title = document.title.replace(TITLE_PREFIX, "");
    const wanted = percent === null ? title : `${percent}% · ${title}`;
    if (document.title !== wanted) document.title = wanted;
  });
}

/** @param isOpen true while the list below shows the failures itself */
function summaryOf(tray: ReturnType<typeof useTray>, isOpen: boolean): string {
  const { activeCount, percent, uploads, imports, conversions, failed, unfinished } = tray;
  const finished = uploads.filter(({ getState }) => getState().phase.status === "complete").length;
  const parts = [
    activeCount > 0 ? `${activeCount} in progress${percent === null ? "" : `, ${percent}%`}` : "",
    finished > 0 ? `${finished} finished` : "",
    imports.length > 0 ? `${imports.length} importing` : "",
    conversions.running.length > 0 ? `${conversions.running.length} converting` : "",
    unfinished.uploads.length > 0 ? `${unfinished.uploads.length} unfinished` : "",
    failed.length > 0 && !isOpen ? failuresTitle(failed) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Shows uploads, imports and conversions above every page. */
export function UploadTray({ accountId }: { accountId: string }) {
  const tray = useTray(accountId);
  const isSmall = useMedia(MEDIUM);
  const [choice, setChoice] = useState<boolean | null>(null);
  const [height, setHeight] = useState(0);
  const list = useId();
  const frame = useCallback((element: HTMLElement) => {
    const resized = new ResizeObserver(() => setHeight(element.offsetHeight));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  useTitlePercent(tray.percent);
  const isOpen = choice ?? !isSmall;
  const { uploads, imports, conversions, failed, dismissFailed, unfinished } = tray;
  const lists = [uploads, imports, conversions.running, conversions.ended, failed, unfinished.uploads];
  const isEmpty = lists.every(({ length }) => length === 0);
  return (
    <>
      {isEmpty ? null : (
        <>
          {/* Keeps the end of the page visible above the tray. */}
          <div aria-hidden style={{ height: height + 24 }} />
          <section
            ref={frame}
            aria-label="Uploads"
            className="fixed inset-x-0 bottom-0 z-30 flex max-h-[70dvh] flex-col overflow-hidden border-t bg-raised shadow-pop md:inset-x-auto md:right-4 md:bottom-4 md:max-h-[60dvh] md:w-84 md:rounded-xl md:border"
          >
            <h2 className="shrink-0">
              <button
                id="uploads"
                type="button"
                aria-expanded={isOpen}
                aria-controls={list}
                onClick={() => setChoice(!isOpen)}
                className="flex min-h-11 w-full items-center gap-2 px-4 py-2 text-left -outline-offset-2 hover:bg-surface"
              >
                <span className="font-semibold">Uploads</span>
                <span className="min-w-0 flex-1 text-ink-muted text-sm tabular-nums">{summaryOf(tray, isOpen)}</span>
                <ChevronDown aria-hidden className={cn("size-4 shrink-0 transition-transform", isOpen || "rotate-180")} />
              </button>
            </h2>
            <ul id={list} hidden={!isOpen} className="min-h-0 divide-y overflow-y-auto overscroll-contain border-t">
              {uploads.map((upload) => (upload.label ? <UploadRow key={upload.id} upload={upload} label={upload.label} /> : null))}
              {imports.map((one) => (
                <ImportRow key={one._id} progress={one} />
              ))}
              {conversions.running.length + conversions.ended.length > 0 ? <ConversionRows {...conversions} /> : null}
              {unfinished.uploads.length > 0 ? (
                <UnfinishedRows accountId={accountId} uploads={unfinished.uploads} onDiscard={unfinished.discard} />
              ) : null}
              {failed.length > 0 ? <Failures failed={failed} onDismiss={dismissFailed} /> : null}
            </ul>
          </section>
        </>
      )}
      <p role="status" className="sr-only">
        {tray.ends.at(-1)}
      </p>
      <CancelQuestion />
    </>
  );
}

function CancelQuestion() {
  useUploads();
  const asked = askedUpload();
  const isMap = asked?.label?.target;
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title="Cancel the upload?"
      confirmLabel="Cancel Upload"
      cancelLabel="Keep Uploading"
      onConfirm={() => asked && cancelUpload(asked)}
      onCancel={keepUpload}
    >
      {isMap ? "What has been sent will be deleted from the server." : "Files that are already uploaded stay in the map."}
    </ConfirmDialog>
  );
}
