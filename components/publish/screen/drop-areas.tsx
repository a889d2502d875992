"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDropsNowhereElse } from "@/components/shared/use-drops-nowhere-else";
import { classNames } from "@/components/ui/class-names";

interface DropTargetProps {
  onDrop: (dropped: DataTransfer) => void;
  children: (isOver: boolean) => ReactNode;
}

/** Takes what is dropped anywhere on it. */
export function DropTarget({ onDrop, children }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  useDropsNowhereElse();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the pointer; the buttons inside do the same for everybody
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div
      onDragEnter={() => setIsOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      {children(isOver)}
    </div>
  );
}

interface DropInvitationProps extends Pick<DropTargetProps, "onDrop"> {
  icon: LucideIcon;
  title: string;
  /** Stands for the title while something is held over it. */
  titleOver: string;
  detail: ReactNode;
  /** The buttons that do the same. */
  children: ReactNode;
}

/** Where an upload begins. */
export function DropInvitation({ icon: Icon, title, titleOver, detail, onDrop, children }: DropInvitationProps) {
  return (
    <DropTarget onDrop={onDrop}>
      {(isOver) => (
        <div
          className={classNames(
            "grid min-h-80 sm:min-h-94 content-center justify-items-center gap-4 rounded-lg border border-line-strong border-dashed bg-surface px-6 py-8 text-center transition-colors",
            isOver && "border-accent bg-accent-soft",
          )}
        >
          <span
            className={classNames(
              "grid size-14 place-items-center rounded-xl border bg-raised text-ink-muted shadow-low transition-transform",
              isOver && "-translate-y-1 border-accent text-accent-ink",
            )}
          >
            <Icon aria-hidden className="size-6" />
          </span>
          <div className="grid gap-1">
            <p className="font-medium text-lg">{isOver ? titleOver : title}</p>
            <div className="text-ink-muted">{detail}</div>
          </div>
          <div className="flex flex-wrap justify-center gap-2">{children}</div>
        </div>
      )}
    </DropTarget>
  );
}
