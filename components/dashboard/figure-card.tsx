import { ArrowUpRight, type LucideIcon } from "lucide-react";
import Link from "next/link";

interface FigureCardProps {
  icon: LucideIcon;
  label: string;
  value: number;
  /** Screen on which these are found. */
  path: string;
}

/** A number, and the way to what it counts. */
export function FigureCard({ icon: Icon, label, value, path }: FigureCardProps) {
  return (
    <Link
      href={path}
      className="group flex items-center gap-4 rounded-lg border bg-raised p-5 shadow-low transition-colors hover:border-line-strong"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-ink-muted">{label}</span>
        <span className="block font-semibold text-2xl tabular-nums tracking-tight">{value.toLocaleString("en-US")}</span>
      </span>
      <ArrowUpRight aria-hidden className="size-4 self-start text-ink-faint transition-colors group-hover:text-accent-ink" />
    </Link>
  );
}
