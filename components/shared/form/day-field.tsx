"use client";

import { useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { useEarlyText } from "../use-early-text";

interface DayFieldProps {
  label: string;
  /** `2026-11-20`, or "". */
  value: string;
  onChange: (day: string) => void;
  min?: string;
  max?: string;
  className?: string;
}

/** A day with its label, which stands above it. */
export function DayField({ label, value, onChange, min, max, className }: DayFieldProps) {
  const id = useId();
  const field = useEarlyText(value, onChange);
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className="text-ink-muted text-sm">
        {label}
      </label>
      <Input
        ref={field}
        id={id}
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
