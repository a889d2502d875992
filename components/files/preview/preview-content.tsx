"use client";

import { ExternalLink, FileX2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useLoaded } from "../use-loaded";
import { ImagePreview } from "./image-preview";
import { JsonPreview } from "./json-preview";
import { NoPreview } from "./no-preview";
import { endingOf, previewKind } from "./preview-kind";
import type { PreviewSource } from "./preview-source";
import { ShownText, TextPreview } from "./text-preview";

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
