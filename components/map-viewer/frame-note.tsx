"use client";

import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

interface FrameNoteProps {
  tone: "info" | "error";
  children: ReactNode;
  /** What the person can do about it. */
  actions: ReactNode;
}

/** A line below the frame, which goes on showing what it shows. */
export function FrameNote({ tone, children, actions }: FrameNoteProps) {
  const Icon = tone === "error" ? CircleAlert : Info;
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={classNames(
        "flex shrink-0 items-center justify-end gap-x-3 gap-y-1 border-t px-5 py-1.5 text-sm",
        tone === "error" ? "flex-wrap border-danger-line bg-danger-soft text-danger-ink" : "bg-surface text-ink-muted",
      )}
    >
      <p className="wrap-anywhere flex min-w-56 flex-1 items-start gap-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {children}
      </p>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}
