"use client";

import * as ProgressPrimitive from "@radix-ui/react-progress";
import { cn } from "./cn";

interface ProgressProps {
  /** 0 to 100, or null while the amount is unknown. */
  value: number | null;
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
      className={cn("relative h-2 w-full overflow-hidden rounded-full bg-line", className)}
    >
      <ProgressPrimitive.Indicator
        className={cn(
          "h-full rounded-full",
          tones[tone],
          shown === null ? "w-2/5 animate-indeterminate" : "w-full origin-left transition-transform duration-300 ease-out",
        )}
        style={shown === null ? undefined : { transform: `translateX(-${100 - shown}%)` }}
      />
    </ProgressPrimitive.Root>
  );
}
