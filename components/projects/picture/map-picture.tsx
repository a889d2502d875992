"use client";

import { useState } from "react";
import { cn } from "@/components/ui/cn";
import type { ProjectSummary } from "@/lib/projects/schema";

/** Shores of a mainland and two islands, in a chart of 160 by 100. */
const LAND =
  "M198 59Q198 66 200 74Q202 82 206 94Q210 106 206 117Q202 129 191 132Q179 134 168 130Q157 126 149 121Q141 117 135 112Q129 108 126 102Q123 96 120 91Q116 87 107 84Q98 81 87 74Q76 66 74 55Q72 44 80 36Q88 28 98 24Q108 20 115 15Q123 11 131 9Q140 6 148 10Q156 13 162 18Q168 23 174 26Q181 29 188 32Q195 36 197 44Q200 51 198 59ZM42 20.5Q42.5 21.5 42.5 22.5Q42.5 23.5 41.5 24Q41 24.5 40.5 25Q39.5 25.5 39 26Q38 26.5 37.5 26.5Q36.5 26.5 36 26Q35.5 25.5 34.5 25.5Q34 25.5 33 25.5Q32.5 25.5 31.5 25.5Q30.5 25 30 24Q29.5 23.5 29.5 22.5Q30 21.5 30 20.5Q30 19.5 30.5 19Q31 18 31.5 17.5Q32.5 17.5 33 17Q34 17 34.5 17Q35.5 17 36 16.5Q36.5 16 37.5 16Q38.5 16 39 17Q39.5 17.5 40 18Q40 18.5 41 19Q41.5 20 42 20.5ZM49.5 47Q50 48 49.5 49Q49.5 50.5 48.5 51Q47 51.5 45.5 51.5Q44.5 51 43.5 51.5Q43 51.5 42.5 52.5Q42.5 53 41.5 53.5Q40.5 54 40 54Q39 53.5 38 53.5Q37 53 36 52.5Q35 52.5 34 51.5Q33 50.5 33.5 49Q34 48 35 47Q36 46.5 36 45.5Q36.5 45 37 44Q37 43 38 43Q39 42.5 40 43Q41 43.5 41.5 43.5Q42 43.5 43 43Q44 42.5 45.5 42.5Q46.5 42.5 47 43Q48 44 48.5 45Q49 46 49.5 47Z";
const GRATICULE = "M10 0L-1 100M44 0L33 100M78 0L67 100M112 0L101 100M146 0L135 100M0 13Q80 18 160 13M0 47Q80 52 160 47M0 81Q80 86 160 81";
const TRACK = "M65 104Q30 66 56 34";

/** Depths from the open sea to the shore. The width is twice the distance from the coast. */
const depths = [
  { width: 58, className: "stroke-[color-mix(in_srgb,var(--accent)_15%,var(--canvas))]" },
  { width: 34, className: "stroke-[color-mix(in_srgb,var(--accent)_25%,var(--canvas))]" },
  { width: 14, className: "stroke-[color-mix(in_srgb,var(--accent)_40%,var(--canvas))]" },
  { width: 2.6, className: "stroke-[color-mix(in_srgb,var(--accent)_80%,var(--canvas))]" },
];

/** Returns how the chart is turned, mirrored and enlarged. Projects look different, and each one looks the same everywhere. */
export function placementOf(name: string): string {
  let seed = 0;
  for (const sign of name) seed = (Math.imul(seed, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  const [mirrorX, mirrorY] = [seed % 2 ? 1 : -1, seed % 3 ? 1 : -1];
  const size = 1 + (seed % 7) / 15;
  return `translate(80 50) rotate(${(seed % 71) - 35}) scale(${size * mirrorX} ${size * mirrorY}) translate(-80 -50)`;
}

/** A sea chart for a map without a thumbnail. */
function MapPlaceholder({ safeName }: { safeName: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinejoin="round"
      className="size-full bg-accent/7"
    >
      <g transform={placementOf(safeName)}>
        {/* Opaque, so that the depths of two shores merge. */}
        {depths.map(({ width, className }) => (
          <path key={width} d={LAND} strokeWidth={width} className={className} />
        ))}
        <path d={GRATICULE} strokeWidth={0.7} className="stroke-accent/25" />
        <path d={TRACK} strokeWidth={1.2} strokeDasharray="3.2 2.8" strokeLinecap="round" className="stroke-ink/50" />
        <circle cx={56} cy={34} r={2.4} strokeWidth={1} className="fill-ink/70 stroke-canvas" />
        <path d={LAND} className="fill-raised" />
      </g>
    </svg>
  );
}

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
