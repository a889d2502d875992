"use client";

import { Hourglass, RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FrameNote } from "./frame-note";
import { FRAME_LIMIT_MS } from "./map-problem";

interface IncompleteNoteProps {
  onRetry: () => void;
  onKeep: () => void;
}

/** Stands below a map whose page has come, but not all of its parts. */
export function IncompleteNote({ onRetry, onKeep }: IncompleteNoteProps) {
  const actions = (
    <>
      <Button variant="secondary" size="small" onClick={onRetry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
      <Button variant="secondary" size="small" onClick={onKeep}>
        <Hourglass aria-hidden />
        Keep Waiting
      </Button>
    </>
  );
  return (
    <FrameNote tone="error" actions={actions}>
      <span>
        <strong className="font-medium">Failed to load project map</strong> completely: parts of it have not come within{" "}
        {FRAME_LIMIT_MS / 1000} seconds.
      </span>
    </FrameNote>
  );
}
