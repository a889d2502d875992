import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

interface PanelProps {
  title: ReactNode;
  detail?: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** The frame of every upload state, so that the layout stays the same. */
export function Panel({ title, detail, aside, actions, children }: PanelProps) {
  return (
    <Card className="grid min-h-80 sm:min-h-94 grid-rows-[auto_1fr_auto]">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5 sm:px-6 sm:pt-6">
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <h3 className="wrap-anywhere font-semibold text-lg">{title}</h3>
          {detail ? <p className="wrap-anywhere text-ink-muted">{detail}</p> : null}
        </div>
        {aside}
      </header>
      <div className="grid content-start gap-5 px-5 py-5 sm:px-6">{children}</div>
      {actions ? <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 sm:px-6">{actions}</footer> : null}
    </Card>
  );
}

export function LargePercent({ value }: { value: number }) {
  return (
    <p aria-hidden className="font-semibold text-5xl tabular-nums leading-none tracking-tight">
      {value}
      <span className="ml-1 font-medium text-2xl text-ink-muted">%</span>
    </p>
  );
}
