"use client";

import { useTheme } from "next-themes";
import { useEffect, useMemo, useRef, useState } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { Loading } from "../load-states";
import { DRAWN_BYTES, type GeoData, readGeoData } from "./geo-data";
import { type PreviewSource, previewKind } from "./preview-kind";
import { type ReadText, ShownText } from "./text-preview";

type DrawnMap = ReturnType<typeof import("./draw-map").drawMap>;

interface MapPreviewProps {
  name: string;
  data: Extract<GeoData, { kind: "map" }>;
  onFail: () => void;
}

const count = new Intl.NumberFormat("en-US");

function MapPreview({ name, data, onFail }: MapPreviewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMap>(null);
  const [isDrawn, setDrawn] = useState(false);
  const { resolvedTheme } = useTheme();
  const fail = useRef(onFail);
  fail.current = onFail;

  useEffect(() => {
    let isGone = false;
    const watch = new ResizeObserver(() => drawn.current?.resize());
    async function draw() {
      const { drawMap } = await import("./draw-map");
      if (isGone || !parent.current) return;
      drawn.current = drawMap(parent.current, data);
      watch.observe(parent.current);
      setDrawn(true);
    }
    draw().catch(() => {
      if (!isGone) fail.current();
    });
    return () => {
      isGone = true;
      watch.disconnect();
      drawn.current?.remove();
      drawn.current = null;
    };
  }, [data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the theme changes
  useEffect(() => drawn.current?.recolour(), [resolvedTheme]);

  const { length } = data.features.features;
  return (
    <div className="flex size-full flex-col">
      <div className="relative isolate min-h-0 flex-1">
        <section ref={parent} aria-label={`Map of ${name}`} data-own-keys="" className="preview-map size-full" />
        {isDrawn ? null : <Loading className="absolute inset-0" />}
      </div>
      <p className="border-t px-5 py-1.5 text-ink-muted text-sm">
        {data.format} · {count.format(length)} {length === 1 ? "feature" : "features"}
      </p>
    </div>
  );
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null;

function write(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  // A list of plain values is usually a position, which reads best on one line.
  if (isList && value.every(isPlain)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  const deeper = `${indent}  `;
  const parts = isList
    ? value.map((item) => deeper + write(item, deeper))
    : Object.entries(value).map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${write(item, deeper)}`);
  const [open, close] = isList ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

const LONG_LINE = 400;

/** Returns JSON with line breaks and indents, unless the text already has them. */
export function formatJson(text: string, value: unknown): string {
  if (text.length / text.split("\n").length < LONG_LINE) return text;
  try {
    return `${write(value, "")}\n`;
  } catch {
    return text;
  }
}

function noteFor(data: GeoData | null, { name, size }: PreviewSource): string | undefined {
  const isMapFile = previewKind(name) === "map";
  if (data === null)
    return isMapFile
      ? `The map is available for files of up to ${formatBytes(DRAWN_BYTES)}. This file is ${formatBytes(size)}.`
      : undefined;
  if (data.kind === "invalid") return `This is not valid JSON. ${data.reason}`;
  if (data.kind === "json") return data.reason ?? (isMapFile ? "This is JSON, but not GeoJSON or TopoJSON." : undefined);
  return undefined;
}

export function JsonPreview({ source, read }: { source: PreviewSource; read: ReadText }) {
  const [hasFailed, setFailed] = useState(false);
  const data = useMemo(() => (read.isExcerpt ? null : readGeoData(read.text)), [read]);
  const shown = useMemo(() => {
    if (data === null || data.kind === "invalid") return read;
    return { ...read, text: formatJson(read.text, data.kind === "json" ? data.value : JSON.parse(read.text.replace(/^\uFEFF/, ""))) };
  }, [read, data]);

  if (data?.kind !== "map" || hasFailed) {
    const note = hasFailed ? "Failed to draw the map." : noteFor(data, source);
    return <ShownText source={source} shown={shown} note={note} />;
  }
  return (
    <Tabs defaultValue="map" className="flex size-full flex-col">
      <TabsList className="shrink-0 px-3" aria-label="View as" data-own-keys="">
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
