"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Notice } from "@/components/ui/notice";
import { Panel } from "../progress/panel";
import { type ChangeKind, changedFiles, changeKinds, changeLooks } from "./change-kinds";
import { type Comparison, type ComparisonStats, comparisonStats } from "./compare";

function ChangeGroup({ kind, files }: { kind: ChangeKind; files: readonly NamedFile[] }) {
  const [isOpen, setOpen] = useState(false);
  const { sign, ink } = changeLooks[kind];
  const title = changedFiles(kind, files.length);
  return (
    <li className="rounded-lg border">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-10 w-full items-center gap-2 rounded-lg px-3 text-left transition-colors hover:bg-surface pointer-coarse:min-h-11"
      >
        <ChevronRight aria-hidden className={cn("size-4 shrink-0 text-ink-faint transition-transform", isOpen && "rotate-90")} />
        <span aria-hidden className={cn("w-3 text-center font-semibold", ink)}>
          {sign}
        </span>
        <span className="min-w-0 flex-1">{title}</span>
      </button>
      {isOpen ? <NameList label={title} files={files} /> : null}
    </li>
  );
}

interface ComparisonPanelProps {
  comparison: Comparison;
  busy: boolean;
  onUpload: () => void;
  onCancel: () => void;
}

export function ComparisonPanel({ comparison, busy, onUpload, onCancel }: ComparisonPanelProps) {
  const stats = useMemo(() => comparisonStats(comparison), [comparison]);
  const files = useMemo(() => filesByKind(comparison), [comparison]);
  const same = count(comparison.sameCount);
  if (stats.isSame) {
    return (
      <Panel title="Nothing to upload" actions={<Button onClick={onCancel}>Choose Another Folder</Button>}>
        <Notice tone="success">
          The folder and the map that is online are the same: {same} {comparison.sameCount === 1 ? "file" : "files"}, byte for byte.
        </Notice>
      </Panel>
    );
  }
  return (
    <Panel
      title="What will change"
      detail={
        comparison.version === null
          ? "This project has no map yet, so every file is sent."
          : "Compared with the map that is online now, byte for byte. Only what is new or has changed is sent."
      }
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onCancel}>
            Cancel
          </Button>
          <Button busy={busy} onClick={onUpload}>
            {stats.bytesToSend > 0 ? `Upload Changes (${formatBytes(stats.bytesToSend)})` : "Apply Changes"}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {changeKinds.map((kind) => (
          <Count key={kind} label={changeLooks[kind].label} ink={files[kind].length > 0 ? changeLooks[kind].ink : "text-ink-faint"}>
            {changeLooks[kind].sign}
            {count(files[kind].length)}
          </Count>
        ))}
        <Count label="Unchanged" ink="text-ink">
          {same}
        </Count>
      </dl>
      <Warning stats={stats} removed={comparison.removed.length} />
      <ul className="grid gap-2">
        {changeKinds.map((kind) => (files[kind].length > 0 ? <ChangeGroup key={kind} kind={kind} files={files[kind]} /> : null))}
      </ul>
    </Panel>
  );
}

function Count({ label, ink, children }: { label: string; ink: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className={cn("font-semibold text-2xl tabular-nums leading-none tracking-tight", ink)}>{children}</dd>
    </div>
  );
}

function Warning({ stats, removed }: { stats: ComparisonStats; removed: number }) {
  if (!stats.losesIndex && !stats.losesMost) return null;
  return (
    <Notice tone="warning" live={false}>
      {stats.losesMost ? `Most of the map is not in this folder: ${count(removed)} files will be removed from it. ` : null}
      {stats.losesIndex ? "There is no index.html in this folder, so visitors will see another page of it, or none. " : null}
      Please choose the folder that holds the whole map.
    </Notice>
  );
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function filesByKind({ added, changed, removed }: Comparison): Record<ChangeKind, readonly NamedFile[]> {
  const named = ({ path, file }: Comparison["added"][number]): NamedFile => ({ path, size: file.size });
  return { added: added.map(named), changed: changed.map(named), removed: removed.map((path) => ({ path, size: null })) };
}

const ROW_HEIGHT = 28;

interface NamedFile {
  path: string;
  size: number | null;
}

/** A virtualized list of file names. */
function NameList({ label, files }: { label: string; files: readonly NamedFile[] }) {
  const box = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the list
    <section ref={box} aria-label={label} tabIndex={0} className="max-h-64 overflow-y-auto overscroll-contain rounded-b-lg border-t">
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const { path = "", size = null } = files[index] ?? {};
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={files.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 flex min-h-7 items-start justify-between gap-4 px-3.5 py-1 text-sm"
              style={{ transform: `translateY(${start}px)` }}
            >
              <bdi className="wrap-anywhere min-w-0">{path}</bdi>
              {size === null ? null : <span className="shrink-0 text-ink-muted tabular-nums">{formatBytes(size)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
