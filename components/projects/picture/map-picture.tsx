"use client";

import { memo, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { ProjectSummary } from "@/lib/projects/schema";
import { CHART_HEIGHT, CHART_WIDTH, drawSeaChart } from "./sea-chart";

/** Depths from the open sea to the shore. The width is twice the distance from the coast. */
const depths = [
  { width: 58, className: "stroke-[color-mix(in_srgb,var(--accent)_15%,var(--canvas))]" },
  { width: 34, className: "stroke-[color-mix(in_srgb,var(--accent)_25%,var(--canvas))]" },
  { width: 14, className: "stroke-[color-mix(in_srgb,var(--accent)_40%,var(--canvas))]" },
  { width: 2.6, className: "stroke-[color-mix(in_srgb,var(--accent)_80%,var(--canvas))]" },
];

/** A sea chart for a map without a thumbnail. Memoized, because drawing is slow. */
const MapPlaceholder = memo(function MapPlaceholder({ safeName }: { safeName: string }) {
  const { land, graticule, track, ship } = drawSeaChart(safeName);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinejoin="round"
      className="size-full bg-accent/7"
    >
      {/* Opaque, so that the depths of two shores merge. */}
      {depths.map(({ width, className }) => (
        <path key={width} d={land} strokeWidth={width} className={className} />
      ))}
      <path d={graticule} strokeWidth={0.7} className="stroke-accent/25" />
      <path d={track} strokeWidth={1.2} strokeDasharray="3.2 2.8" strokeLinecap="round" className="stroke-ink/50" />
      <circle cx={ship.x} cy={ship.y} r={2.4} strokeWidth={1} className="fill-ink/70 stroke-canvas" />
      <path d={land} className="fill-raised" />
    </svg>
  );
});

interface MapPictureProps {
  project: Pick<ProjectSummary, "safeName" | "mapImage">;
  className?: string;
}

export function MapPicture({ project: { safeName, mapImage }, className }: MapPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);

  /** Detects an image that failed before hydration. `decode()` distinguishes it from one that is loading. */
  function listen(image: HTMLImageElement | null) {
    if (!image?.complete || image.naturalWidth > 0 || image.currentSrc === "") return;
    image.decode().catch(() => image.isConnected && image.complete && image.naturalWidth === 0 && setFailed(mapImage));
  }

  return (
    <span className={cn("block aspect-8/5 w-16 shrink-0 overflow-hidden rounded-md border bg-surface", className)}>
      {mapImage && mapImage !== failed ? (
        // biome-ignore lint/performance/noImgElement: the image is small, and the browser caches it
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: it handles network events, not user input
        <img
          key={mapImage}
          ref={listen}
          src={mapImage}
          alt=""
          width={640}
          height={400}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(mapImage)}
          className="size-full object-cover"
        />
      ) : (
        <MapPlaceholder safeName={safeName} />
      )}
    </span>
  );
}
