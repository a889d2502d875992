import { ExternalLink, FileArchive, FolderUp, History } from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatMoment } from "@/components/shared/time/format-relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Textarea } from "@/components/ui/textarea";
import { NOTE_MAX, type ProjectVersion } from "@/lib/projects/versions/schema";
import { type ChangeKind, changedFiles, changeKinds, changeLooks } from "./change-kinds";

function ChangeSigns({ counts, className }: { counts: Readonly<Record<ChangeKind, number>>; className?: string }) {
  return (
    <span className={cn("inline-flex flex-wrap gap-x-2 font-medium tabular-nums", className)}>
      {changeKinds.map((kind) => (
        <span key={kind} className={counts[kind] === 0 ? "text-ink-faint" : changeLooks[kind].ink}>
          <span aria-hidden>
            {changeLooks[kind].sign}
            {counts[kind].toLocaleString("en-US")}
          </span>
          <span className="sr-only">{changedFiles(kind, counts[kind])}</span>
        </span>
      ))}
    </span>
  );
}

const iconStyles = "size-4 shrink-0 text-ink-muted";

interface VersionRowProps {
  version: ProjectVersion;
  address: string;
  thumbnail: ReactNode;
  onNote: (note: string) => void;
  onMakeCurrent: () => void;
}

export function VersionRow({ version, address, thumbnail, onNote, onMakeCurrent }: VersionRowProps) {
  const { source, sourceName, note, isCurrent, createdBy, createdAt, fileCount, byteCount, changes } = version;
  const Icon = source === "folder" ? FolderUp : FileArchive;
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-3 px-3.5 py-3 sm:grid-cols-[auto_1fr_auto]">
      {thumbnail}
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {source === null ? <History aria-hidden className={iconStyles} /> : <Icon aria-hidden className={iconStyles} />}
          <bdi className="wrap-anywhere font-medium">{sourceName ?? nameless(source)}</bdi>
          {isCurrent ? <Badge tone="accent">Current</Badge> : null}
        </p>
        <p className="text-ink-muted text-sm">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time> by <bdi>{createdBy?.name ?? "Unknown"}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-2 text-ink-muted text-sm tabular-nums">
          <span>
            {fileCount.toLocaleString("en-US")} {fileCount === 1 ? "file" : "files"}, {formatBytes(byteCount)}
          </span>
          {changes ? <ChangeSigns counts={changes} /> : null}
        </p>
        <Textarea
          key={note}
          defaultValue={note}
          rows={1}
          maxLength={NOTE_MAX}
          placeholder="Add a note"
          aria-label={`Note on the map of ${formatMoment(createdAt)}`}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
          onBlur={({ currentTarget: { value } }) => (value.trim() === note ? undefined : onNote(value))}
          className="field-sizing-content mt-1 resize-none py-1 sm:text-sm"
        />
      </div>
      <div className="col-start-2 flex flex-wrap gap-2 sm:col-start-3 sm:flex-col sm:items-stretch">
        <Button asChild variant="secondary" size="small">
          <a href={address} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden />
            {isCurrent ? "View" : "Preview"}
          </a>
        </Button>
        {isCurrent ? null : (
          <Button variant="secondary" size="small" onClick={onMakeCurrent}>
            Make Current
          </Button>
        )}
      </div>
    </li>
  );
}

function nameless(source: ProjectVersion["source"]): string {
  if (source === null) return "Map";
  return source === "zip" ? "ZIP file" : "Folder";
}
