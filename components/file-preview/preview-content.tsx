"use client";

import { FileX2 } from "lucide-react";
import { ImagePreview } from "@/components/files/preview/image-preview";
import { JsonPreview } from "@/components/files/preview/json-preview";
import { NoPreview } from "@/components/files/preview/no-preview";
import { endingOf, previewKind } from "@/components/files/preview/preview-kind";
import { MediaPreview } from "./media-preview";
import { PdfPreview } from "./pdf-preview";
import type { PreviewSource } from "./preview-source";
import { TextPreview } from "./text-preview";

const jsonEndings = new Set(["json", "webmanifest"]);

/**
 * What a file looks like, by its name: a picture, a map, a text, a film. It fills the box that it stands in, and says so when the
 * file is not what its name says.
 */
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
  // Nothing of one file stays when the next one is shown.
  const props = { source };
  if (kind === "image") return <ImagePreview {...props} key={source.url} />;
  if (kind === "video" || kind === "audio") return <MediaPreview {...props} key={source.url} kind={kind} />;
  if (kind === "pdf") return <PdfPreview {...props} key={source.url} />;
  if (kind === "map" || jsonEndings.has(endingOf(source.name))) return <JsonPreview {...props} key={source.url} />;
  return <TextPreview {...props} key={source.url} />;
}
