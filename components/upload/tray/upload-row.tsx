import { CircleCheck, Map as MapIcon, Pause, Play, X } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { ImportSummary } from "@/lib/imports/progress/schema";
import type { UploadLabel } from "../controller/upload-controller";
import { importPercent, phaseOf, statsOf } from "../imports/import-messages";
import { mapHref } from "../notifications/desktop-notice";
import { progressOf } from "../progress/upload-progress";
import { keepFocus, TrayRow } from "./tray-row";
import { type AnyUpload, askToCancel, dismissUpload } from "./upload-list";

interface UploadRowProps {
  upload: AnyUpload;
  label: UploadLabel;
}

export function UploadRow({ upload, label }: UploadRowProps) {
  const { phase } = upload.getState();
  if (phase.status === "complete") return <FinishedRow upload={upload} label={label} />;
  const { title, href } = label;
  const { percent, tone, detail } = progressOf(phase);
  const isPaused = phase.status === "uploading" && phase.transfer.connection === "paused";
  return (
    <TrayRow
      heading={
        <Link href={href} className="font-medium text-accent-ink underline-offset-4 hover:underline">
          <bdi>{title}</bdi>
        </Link>
      }
      controls={
        <>
          {phase.status === "uploading" && upload.source.transfer ? (
            <Button
              variant="ghost"
              size="small-icon"
              aria-label={`${isPaused ? "Resume" : "Pause"} ${title}`}
              onClick={() => (isPaused ? upload.resume() : void upload.pause())}
            >
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            </Button>
          ) : null}
          {phase.status === "finalizing" || phase.status === "extracting" ? null : (
            <Button variant="ghost" size="small-icon" aria-label={`Cancel ${title}`} onClick={() => askToCancel(upload)}>
              <X aria-hidden />
            </Button>
          )}
        </>
      }
      label={`Progress of ${title}`}
      value={percent}
      tone={tone}
      detail={detail}
    />
  );
}

/** An import of another tab or account. */
export function ImportRow({ progress }: { progress: ImportSummary }) {
  const { projectName, isReplacement, sourceName, createdBy, viewable, safeName } = progress;
  return (
    <TrayRow
      heading={
        <>
          <bdi className="font-medium">{projectName}</bdi>
          {isReplacement ? <Badge>Replacement</Badge> : null}
          <span className="text-ink-muted text-sm">{phaseOf(progress)}</span>
        </>
      }
      label={`Import of ${projectName}`}
      value={importPercent(progress)}
      detail={
        <>
          {statsOf(progress).map((stat) => (
            <span key={stat} className="whitespace-nowrap">
              {stat}
            </span>
          ))}
          <span className="wrap-anywhere">
            {sourceName ? <bdi>{sourceName}</bdi> : null}
            {sourceName ? ", by " : "By "}
            <bdi>{createdBy?.name ?? "Unknown"}</bdi>
          </span>
        </>
      }
    >
      {viewable ? (
        <Button asChild variant="secondary" size="small">
          <Link href={mapHref(safeName)} aria-label={`View Map ${projectName}`}>
            <MapIcon aria-hidden />
            View Map
          </Link>
        </Button>
      ) : null}
    </TrayRow>
  );
}

function FinishedRow({ upload, label: { title, href, target } }: UploadRowProps) {
  const id = useId();
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-center gap-2">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-accent-ink" />
        <p id={id} className="wrap-anywhere mr-auto min-w-0">
          <bdi className="font-medium">{title}</bdi> {target ? "is published" : "has new files"}
        </p>
        <Button
          variant="ghost"
          size="small-icon"
          aria-label={`Dismiss ${title}`}
          onClick={() => {
            dismissUpload(upload);
            keepFocus();
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div className="flex flex-wrap gap-1.5 [&>*]:gap-1 [&>*]:px-2">
        <Button asChild variant="secondary" size="small">
          <Link href={target ? mapHref(target.safeName) : href} aria-describedby={id}>
            {target ? "Open map" : "Show files"}
          </Link>
        </Button>
        {target ? (
          <>
            <CopyLinkButton path={`/projects/maps/${target.safeName}/`} size="small" aria-describedby={id} />
            <Button asChild variant="secondary" size="small">
              <Link href={`/projects?project=${target.safeName}&tab=access`} aria-describedby={id}>
                Access
              </Link>
            </Button>
          </>
        ) : null}
      </div>
    </li>
  );
}
