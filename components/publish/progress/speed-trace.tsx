"use client";

import { useState } from "react";

const SAMPLES = 60;
const SAMPLE_MS = 1_000;
const WIDTH = 120;
const HEIGHT = 32;

interface Trace {
  at: number;
  speeds: readonly number[];
}

export function SpeedTrace({ speed, at }: { speed: number | null; at: number }) {
  const [trace, setTrace] = useState<Trace>({ at, speeds: [] });
  if (speed !== null && at - trace.at >= SAMPLE_MS) setTrace({ at, speeds: [...trace.speeds, speed].slice(-SAMPLES) });
  const { speeds } = trace;
  if (speeds.length < 2) return <div style={{ height: HEIGHT }} />;
  const line = pathOf(speeds);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-8 w-30 overflow-visible text-accent" fill="none">
      <path d={`${line} L${WIDTH},${HEIGHT} L${startOf(speeds)},${HEIGHT} Z`} fill="currentColor" opacity="0.12" />
      <path d={line} stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}

const FILLED_FROM = 15;

function stepOf(speeds: readonly number[]): number {
  return WIDTH / (Math.max(speeds.length, FILLED_FROM) - 1);
}

function startOf(speeds: readonly number[]): number {
  return WIDTH - (speeds.length - 1) * stepOf(speeds);
}

function pathOf(speeds: readonly number[]): string {
  const highest = Math.max(...speeds, 1);
  const stepWidth = stepOf(speeds);
  const points = speeds.map((speed, index) => {
    const x = startOf(speeds) + index * stepWidth;
    return `${x.toFixed(1)},${(HEIGHT - 2 - (speed / highest) * (HEIGHT - 6)).toFixed(1)}`;
  });
  return `M${points.join(" L")}`;
}
