"use client";

import { useState } from "react";

const SAMPLES = 60;
const SAMPLE_MS = 1_000;
const WIDTH = 120;
const HEIGHT = 32;
/** The trace fills the width from this number of samples. */
const FILLED_FROM = 15;

export function SpeedTrace({ speed, at }: { speed: number | null; at: number }) {
  const [trace, setTrace] = useState<{ at: number; speeds: readonly number[] }>({ at, speeds: [] });
  if (speed !== null && at - trace.at >= SAMPLE_MS) setTrace({ at, speeds: [...trace.speeds, speed].slice(-SAMPLES) });
  const { speeds } = trace;
  if (speeds.length < 2) return <div style={{ height: HEIGHT }} />;
  const stepWidth = WIDTH / (Math.max(speeds.length, FILLED_FROM) - 1);
  const start = WIDTH - (speeds.length - 1) * stepWidth;
  const highest = Math.max(...speeds, 1);
  const heightOf = (value: number) => HEIGHT - 2 - (value / highest) * (HEIGHT - 6);
  const line = speeds.map((value, index) => `${(start + index * stepWidth).toFixed(1)},${heightOf(value).toFixed(1)}`).join(" ");
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-8 w-30 overflow-visible text-accent" fill="none">
      <polygon points={`${line} ${WIDTH},${HEIGHT} ${start},${HEIGHT}`} fill="currentColor" opacity="0.12" />
      <polyline points={line} stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
