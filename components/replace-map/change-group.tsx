"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { type ChangeKind, changedFiles, changeLooks } from "@/components/publish/replace/change-kinds";
import { type NamedFile, NameList } from "@/components/publish/replace/name-list";
import { classNames } from "@/components/ui/class-names";

/** The files of one kind of change, by name once they are asked for. */
export function ChangeGroup({ kind, files }: { kind: ChangeKind; files: readonly NamedFile[] }) {
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
        <ChevronRight aria-hidden className={classNames("size-4 shrink-0 text-ink-faint transition-transform", isOpen && "rotate-90")} />
        <span aria-hidden className={classNames("w-3 text-center font-semibold", ink)}>
          {sign}
        </span>
        <span className="min-w-0 flex-1">{title}</span>
      </button>
      {isOpen ? <NameList label={title} files={files} /> : null}
    </li>
  );
}
