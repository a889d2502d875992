import { CircleCheck, Pause, Play, X } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { UploadLabel } from "../controller/upload-controller";
import type { Phase, UploadKind } from "../controller/upload-state";
import { mapHref } from "../notifications/desktop-notice";
import { connectionBadges } from "../progress/connection-notice";
import { transferStats } from "../progress/transfer-stats";
import { keepFocus } from "./keep-focus";
import { type AnyUpload, askToCancel, dismissUpload } from "./upload-list";

export function UploadRow({ upload, label }: { upload: AnyUpload; label: UploadLabel }) {
  const { phase } = upload.getState();
  if (phase.status === "complete") return <FinishedRow upload={upload} label={label} />;
  return <RunningRow upload={upload} label={label} phase={phase} />;
}

interface RunningRowProps {
  upload: AnyUpload;
  label: UploadLabel;
  phase: Phase<UploadKind>;
}

function RunningRow({ upload, label: { title, href }, phase }: RunningRowProps) {
  const transfer = phase.status === "uploading" ? phase.transfer : null;
  const isPaused = transfer?.connection === "paused";
  const tone = transfer && connectionBadges[transfer.connection].tone === "warning" ? "warning" : "accent";
  const percent = percentOfUpload(phase);
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-end gap-x-1">
        <Link href={href} className="wrap-anywhere flex-1 basis-32 font-medium text-accent-ink underline-offset-4 hover:underline">
          <bdi>{title}</bdi>
        </Link>
        {percent === null ? null : (
          <span aria-hidden className="font-medium tabular-nums">
            {percent}%
          </span>
        )}
        {transfer && upload.source.transfer ? (
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
      </div>
      <Progress label={`Progress of ${title}`} value={needsAnswer(phase) ? 0 : percent} tone={tone} />
      <p className="min-h-4.5 text-ink-muted text-sm tabular-nums">{detailOf(phase)}</p>
    </li>
  );
}

function FinishedRow({ upload, label: { title, href, target } }: { upload: AnyUpload; label: UploadLabel }) {
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
              <Link href={`/projects?project=${target.safeName}&edit=1`} aria-describedby={id}>
                Manage access
              </Link>
            </Button>
          </>
        ) : null}
      </div>
    </li>
  );
}

function needsAnswer({ status }: Phase<UploadKind>): boolean {
  return status === "selected" || status === "unconfirmed" || status === "compared";
}

function percentOfUpload(phase: Phase<UploadKind>): number | null {
  if (phase.status === "uploading") return transferStats(phase.transfer).percent;
  return phase.status === "extracting" && phase.progress?.viewable ? Math.floor(phase.progress.progress) : null;
}

function detailOf(phase: Phase<UploadKind>): string {
  if (needsAnswer(phase)) return "Waiting for your answer";
  switch (phase.status) {
    case "uploading": {
      const { bytes, total, speed } = transferStats(phase.transfer);
      const state = speed === null ? connectionBadges[phase.transfer.connection].text : formatSpeed(speed);
      return `${formatBytes(bytes)} of ${formatBytes(total)} · ${state}`;
    }
    case "finalizing":
      return "Putting the map online";
    case "extracting":
      return phase.progress?.viewable ? "The map is online. Its files are being checked" : "The server is reading the files";
    default:
      return "Preparing";
  }
}
