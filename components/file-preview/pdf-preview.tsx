"use client";

import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { NoPreview } from "@/components/files/preview/no-preview";
import { Button } from "@/components/ui/button";
import type { PreviewSource } from "./preview-source";

/** A document, in the browser's own viewer where it has one. */
export function PdfPreview({ source: { url, name } }: { source: PreviewSource }) {
  const [state, setState] = useState<"asking" | "there" | "failed">("asking");
  useEffect(() => {
    const ended = new AbortController();
    // A frame does not tell a document from the server's refusal.
    fetch(url, { method: "HEAD", signal: ended.signal }).then(
      ({ ok }) => setState(ok ? "there" : "failed"),
      () => {
        if (!ended.signal.aborted) setState("failed");
      },
    );
    return () => ended.abort();
  }, [url]);

  if (state === "asking") return null;
  if (state === "failed") {
    return (
      <NoPreview name={name} isFailure>
        This document could not be loaded.
      </NoPreview>
    );
  }
  if (!navigator.pdfViewerEnabled) {
    return (
      <NoPreview name={name} action={<OpenLink url={url} />}>
        This browser shows no documents within a page.
      </NoPreview>
    );
  }
  return <iframe src={url} title={name} className="size-full" />;
}

function OpenLink({ url }: { url: string }) {
  return (
    <Button asChild variant="secondary">
      <a href={url} target="_blank" rel="noopener">
        <ExternalLink aria-hidden />
        Open in New Tab
      </a>
    </Button>
  );
}
