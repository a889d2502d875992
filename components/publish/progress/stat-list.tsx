import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export interface Stat {
  label: string;
  value: ReactNode;
}

export function PartOf({ part, whole }: { part: string; whole: string }) {
  return (
    <>
      {part} <span className="whitespace-nowrap font-normal text-base text-ink-muted">of {whole}</span>
    </>
  );
}

export function StatList({ stats, className }: { stats: readonly Stat[]; className?: string }) {
  return (
    <dl className={cn("grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-4 sm:grid-cols-4", className)}>
      {stats.map(({ label, value }) => (
        <div key={label} className="grid content-start gap-0.5">
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="font-medium text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
