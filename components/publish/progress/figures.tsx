import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export interface Figure {
  label: string;
  value: ReactNode;
}

/** Figures side by side, each under its label, in columns that do not move when the figures change. */
export function Figures({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl className={classNames("grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4", className)}>
      {figures.map(({ label, value }) => (
        <div key={label} className="grid content-start gap-0.5">
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="font-medium text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
