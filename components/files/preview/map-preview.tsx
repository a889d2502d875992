"use client";

import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import { Loading } from "../load-states";
import type { GeoData } from "./geo-data";

type DrawnMap = ReturnType<typeof import("./draw-map").drawMap>;

interface MapPreviewProps {
  name: string;
  data: Extract<GeoData, { kind: "map" }>;
  onFail: () => void;
}

const count = new Intl.NumberFormat("en-US");

export function MapPreview({ name, data, onFail }: MapPreviewProps) {
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
