import { memo } from "react";
import { CHART_HEIGHT, CHART_WIDTH, drawSeaChart } from "./picture/sea-chart";

/** Depths from the open sea to the shore: how far off the coast each begins, twice, and how much of the accent colours it. */
const depths = [
  { width: 58, className: "stroke-[color-mix(in_srgb,var(--accent)_15%,var(--canvas))]" },
  { width: 34, className: "stroke-[color-mix(in_srgb,var(--accent)_25%,var(--canvas))]" },
  { width: 14, className: "stroke-[color-mix(in_srgb,var(--accent)_40%,var(--canvas))]" },
  { width: 2.6, className: "stroke-[color-mix(in_srgb,var(--accent)_80%,var(--canvas))]" },
];

/** Stands where a map has no picture: a small sea chart of its own for every map. Memoised, so a row that is drawn again costs nothing. */
export const MapPlaceholder = memo(function MapPlaceholder({ safeName }: { safeName: string }) {
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
      {/* The coast's own line, broader and fainter the farther off, makes the depths; opaque, so that two shores make one. */}
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
