"use client";

import { Progress as ProgressPrimitive } from "radix-ui";
import { classNames } from "./class-names";

interface ProgressProps {
  /** 0 to 100; null while the amount is unknown. */
  value: number | null;
  /** What is progressing, for screen readers. */
  label: string;
  tone?: "accent" | "success" | "warning" | "danger";
  className?: string;
}

const tones = { accent: "bg-accent", success: "bg-gain-ink", warning: "bg-warning", danger: "bg-danger" } as const;

export function Progress({ value, label, tone = "accent", className }: ProgressProps) {
  const shown = value === null ? null : Math.min(100, Math.max(0, value));
  return (
    <ProgressPrimitive.Root
      value={shown}
      aria-label={label}
      className={classNames("relative h-2 w-full overflow-hidden rounded-full bg-line", className)}
    >
      <ProgressPrimitive.Indicator
        className={classNames(
          "h-full rounded-full",
          tones[tone],
          shown === null ? "w-2/5 animate-indeterminate" : "w-full origin-left transition-transform duration-300 ease-out",
        )}
        style={shown === null ? undefined : { transform: `translateX(-${100 - shown}%)` }}
      />
    </ProgressPrimitive.Root>
  );
}
