"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Loading } from "../load-states";
import { NoPreview } from "./no-preview";
import type { PreviewSource } from "./preview-source";

const CHECKERBOARD =
  "bg-[repeating-conic-gradient(#d5dce3_0_25%,#ffffff_0_50%)] bg-[length:16px_16px] dark:bg-[repeating-conic-gradient(#2b3641_0_25%,#161e27_0_50%)]";

/** Shows an image file. An SVG in an `img` element can't run scripts. */
export function ImagePreview({ source }: { source: PreviewSource }) {
  const [isWhole, setWhole] = useState(true);
  const [state, setState] = useState<"loading" | "failed" | { width: number; height: number }>("loading");

  if (state === "failed") {
    return (
      <NoPreview name={source.name} isFailure>
        Can't show this image. It may be damaged or in an unsupported format.
      </NoPreview>
    );
  }
  return (
    <div className="flex size-full flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section tabIndex={0} aria-label="Image" data-own-keys={isWhole ? undefined : ""} className="flex min-h-0 flex-1 overflow-auto p-4">
        {state === "loading" ? <Loading /> : null}
        {/* biome-ignore lint/performance/noImgElement: shows the original file without optimization */}
        {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: the handlers are for loading, not for user input */}
        <img
          src={source.url}
          alt={source.name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setState({ width, height })}
          onError={() => setState("failed")}
          className={cn(
            CHECKERBOARD,
            "m-auto",
            isWhole && "max-h-full max-w-full object-contain",
            state === "loading" && "hidden",
            !isWhole && "max-w-none",
          )}
        />
      </section>
      <div className="flex items-center justify-between gap-3 border-t px-5 py-1.5 text-ink-muted text-sm">
        <p className="tabular-nums">{state === "loading" ? "" : `${state.width} × ${state.height} pixels`}</p>
        <Button variant="ghost" size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "100 %" : "Fit"}
        </Button>
      </div>
    </div>
  );
}
