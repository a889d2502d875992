"use client";

import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { usePrehydrationText } from "./use-prehydration-text";

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
  min?: string;
  max?: string;
  className?: string;
}

export function DayField({ label, value, onChange, min, max, className }: DayFieldProps) {
  const id = useId();
  const field = usePrehydrationText(value, onChange);
  return (
    <div className={cn("flex min-w-0 flex-col gap-1", className)}>
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
