"use client";

import { useMemo, useState } from "react";
import { formatJson } from "@/components/file-preview/format-json";
import type { PreviewSource } from "@/components/file-preview/preview-source";
import type { ReadText } from "@/components/file-preview/read-text";
import { ShownText } from "@/components/file-preview/text-preview";
import { TextFailure, TextLoading } from "@/components/file-preview/text-states";
import { usePreviewText } from "@/components/file-preview/use-preview-text";
import { formatBytes } from "@/components/shared/format-bytes";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { DRAWN_BYTES, type GeoData, readGeoData } from "./geo-data";
import { MapPreview } from "./map-preview";
import { previewKind } from "./preview-kind";

/** JSON, laid out to be read; on a map, if it is one. */
export function JsonPreview({ source }: { source: PreviewSource }) {
  const { state, retry } = usePreviewText(source);
  if (state.kind === "loading") return <TextLoading />;
  if (state.kind === "failed") return <TextFailure name={source.name} error={state.error} onRetry={retry} />;
  return <ReadJson source={source} read={state} />;
}

/** What is said over the text of a file that is no map, though its name promises one. */
function noteOn(data: GeoData | null, { name, size }: PreviewSource): string | undefined {
  const isPromised = previewKind(name) === "map";
  if (data === null)
    return isPromised ? `Files of up to ${formatBytes(DRAWN_BYTES)} are drawn on a map; this one has ${formatBytes(size)}.` : undefined;
  if (data.kind === "invalid") return `This is not valid JSON. ${data.reason}`;
  if (data.kind === "json") return data.reason ?? (isPromised ? "This is JSON, but nothing that could be drawn on a map." : undefined);
  return undefined;
}

function ReadJson({ source, read }: { source: PreviewSource; read: ReadText }) {
  const [hasFailed, setFailed] = useState(false);
  const data = useMemo(() => (read.isExcerpt ? null : readGeoData(read.text)), [read]);
  const shown = useMemo(() => {
    if (data === null || data.kind === "invalid") return read;
    return { ...read, text: formatJson(read.text, data.kind === "json" ? data.value : JSON.parse(read.text.replace(/^\uFEFF/, ""))) };
  }, [read, data]);

  if (data?.kind !== "map" || hasFailed) {
    const note = hasFailed ? "This could not be drawn on a map." : noteOn(data, source);
    return <ShownText source={source} shown={shown} note={note} />;
  }
  return (
    <Tabs defaultValue="map" className="flex size-full flex-col">
      <TabsList className="shrink-0 px-3" aria-label="How it is shown" data-own-keys="">
        <TabsTrigger value="map">Map</TabsTrigger>
        <TabsTrigger value="text">Text</TabsTrigger>
      </TabsList>
      <TabsContent value="map" tabIndex={-1} className="min-h-0 flex-1 outline-none">
        <MapPreview name={source.name} data={data} onFail={() => setFailed(true)} />
      </TabsContent>
      <TabsContent value="text" tabIndex={-1} className="min-h-0 flex-1 outline-none">
        <ShownText source={source} shown={shown} />
      </TabsContent>
    </Tabs>
  );
}
