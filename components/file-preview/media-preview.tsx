"use client";

import { useState } from "react";
import { NoPreview } from "@/components/files/preview/no-preview";
import type { PreviewSource } from "./preview-source";

/** A film or a sound, with the browser's own controls; only what is played is fetched. */
export function MediaPreview({ source: { url, name }, kind }: { source: PreviewSource; kind: "video" | "audio" }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) {
    return (
      <NoPreview name={name} isFailure>
        This cannot be played: it is damaged, or of a kind that this browser does not know.
      </NoPreview>
    );
  }
  const props = { src: url, controls: true, preload: "metadata", "aria-label": name, onError: () => setFailed(true) };
  return (
    <div className="flex size-full items-center justify-center p-4">
      {kind === "video" ? (
        <video {...props} playsInline className="max-h-full max-w-full rounded-lg bg-black" />
      ) : (
        <audio {...props} className="w-full max-w-xl" />
      )}
    </div>
  );
}
