import type { ComponentProps, ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";

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

interface StepPanelProps extends PanelProps, Pick<ComponentProps<typeof Progress>, "label" | "tone"> {
  /** Sentence above the bar. */
  step?: string;
  value?: number | null;
  /** Amount below the bar. */
  amount?: string;
}

/** A panel with a bar and a sentence. */
export function StepPanel({ step, label, value = null, tone, amount, children, ...panel }: StepPanelProps) {
  return (
    <Panel {...panel}>
      <div className="grid gap-2">
        {step ? <p>{step}</p> : null}
        <Progress label={label} value={value} tone={tone} />
        {amount ? <p className="text-ink-muted text-sm tabular-nums">{amount}</p> : null}
      </div>
      {children}
    </Panel>
  );
}

interface MeterPanelProps extends PanelProps, Pick<ComponentProps<typeof Progress>, "label" | "tone"> {
  percent: number | null;
  /** Content next to the percentage. */
  corner: ReactNode;
  stats: readonly Stat[];
}

/** A panel with a large percentage, a bar and numbers. */
export function MeterPanel({ percent, label, tone, corner, stats, children, ...panel }: MeterPanelProps) {
  return (
    <Panel {...panel}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <p aria-hidden className="font-semibold text-5xl tabular-nums leading-none tracking-tight">
            {percent ?? 0}
            <span className="ml-1 font-medium text-2xl text-ink-muted">%</span>
          </p>
          {corner}
        </div>
        <Progress label={label} value={percent} tone={tone} className="h-2.5" />
      </div>
      <StatList stats={stats} />
      {children}
    </Panel>
  );
}

export interface Stat {
  label: string;
  value: ReactNode;
  /** Follows the value as "of …". */
  whole?: string;
}

export function StatList({ stats, className }: { stats: readonly Stat[]; className?: string }) {
  return (
    <dl className={cn("grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-4 sm:grid-cols-4", className)}>
      {stats.map(({ label, value, whole }) => (
        <div key={label} className="grid content-start gap-0.5">
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="font-medium text-lg tabular-nums">
            {value}
            {whole ? <span className="whitespace-nowrap font-normal text-base text-ink-muted"> of {whole}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
