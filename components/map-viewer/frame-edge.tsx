"use client";

import { Button } from "@/components/ui/button";

interface FrameEdgeProps {
  label: string;
  onPress: () => void;
}

/**
 * A way past the map for who goes by keyboard, seen when it has the focus. It also keeps the frame from being the first or
 * the last stop of the dialog: a dialog learns nothing of the Tab that leaves a frame, and could not lead it round.
 */
export function FrameEdge({ label, onPress }: FrameEdgeProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={onPress}
      className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-3 focus-visible:left-1/2 focus-visible:z-10 focus-visible:h-8 focus-visible:-translate-x-1/2 focus-visible:px-3"
    >
      {label}
    </Button>
  );
}
