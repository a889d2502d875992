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
  // A frame does not tell a document from the server's refusal.
  const { state } = useLoaded(url, async (signal) => (await fetch(url, { method: "HEAD", signal })).ok);
  if (state.kind === "loading") return null;
  if (state.kind === "failed" || !state.value) {
    return (
      <NoPreview name={name} isFailure>
        This document could not be loaded.
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
      This browser shows no documents within a page.
    </NoPreview>
  );
}

function MediaPreview({ source: { url, name }, kind }: { source: PreviewSource; kind: "video" | "audio" }) {
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

const jsonEndings = new Set(["json", "webmanifest"]);

export function PreviewContent({ source }: { source: PreviewSource }) {
  const kind = previewKind(source.name);
  if (kind === null) return <NoPreview name={source.name}>There is no preview of files of this kind.</NoPreview>;
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
