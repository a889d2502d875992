"use client";

import { ExternalLink, FileX2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Loading, useLoaded } from "../load-states";
import { JsonPreview } from "./json-preview";
import type { PreviewSource } from "./preview-kind";
import { endingOf, previewKind } from "./preview-kind";
import { NoPreview, ShownText, TextPreview } from "./text-preview";

const CHECKERBOARD =
  "bg-[repeating-conic-gradient(#d5dce3_0_25%,#ffffff_0_50%)] bg-[length:16px_16px] dark:bg-[repeating-conic-gradient(#2b3641_0_25%,#161e27_0_50%)]";

/** Shows an image file. An SVG in an `img` element can't run scripts. */
function ImagePreview({ source }: { source: PreviewSource }) {
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

function PdfPreview({ source: { url, name } }: { source: PreviewSource }) {
  // A frame doesn't report an error response of the server.
  const { state } = useLoaded(url, async (signal) => (await fetch(url, { method: "HEAD", signal })).ok);
  if (state.kind === "loading") return null;
  if (state.kind === "failed" || !state.value) {
    return (
      <NoPreview name={name} isFailure>
        Failed to load this document.
      </NoPreview>
    );
  }
  if (navigator.pdfViewerEnabled) return <iframe src={url} title={name} className="size-full" />;
  const open = (
    <Button asChild variant="secondary">
      <a href={url} target="_blank" rel="noopener">
        <ExternalLink aria-hidden />
        Open in New Tab
      </a>
    </Button>
  );
  return (
    <NoPreview name={name} action={open}>
      This browser can't preview PDFs. Download the file to open it.
    </NoPreview>
  );
}

function MediaPreview({ source: { url, name }, kind }: { source: PreviewSource; kind: "video" | "audio" }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) {
    return (
      <NoPreview name={name} isFailure>
        Can't play this file. It may be damaged or in an unsupported format.
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

const jsonEndings = new Set(["json", "webmanifest"]);

export function PreviewContent({ source }: { source: PreviewSource }) {
  const kind = previewKind(source.name);
  if (kind === null) return <NoPreview name={source.name}>No preview is available for this file type.</NoPreview>;
  if (source.size === 0) {
    return (
      <NoPreview name={source.name} icon={FileX2}>
        This file is empty.
      </NoPreview>
    );
  }
  const { url } = source;
  if (kind === "image") return <ImagePreview key={url} source={source} />;
  if (kind === "video" || kind === "audio") return <MediaPreview key={url} source={source} kind={kind} />;
  if (kind === "pdf") return <PdfPreview key={url} source={source} />;
  const isJson = kind === "map" || jsonEndings.has(endingOf(source.name));
  return (
    <TextPreview key={url} source={source}>
      {(read) => (isJson ? <JsonPreview source={source} read={read} /> : <ShownText source={source} shown={read} />)}
    </TextPreview>
  );
}
