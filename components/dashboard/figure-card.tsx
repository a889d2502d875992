import { ArrowUpRight, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { CardFace, cardStyles } from "@/components/shared/card-face";
import { classNames } from "@/components/ui/class-names";
import { formatPercent } from "./format-percent";

interface FigureCardProps {
  icon: LucideIcon;
  label: string;
  /** How many there are; undefined when nobody knows. */
  value: number | undefined;
  /** How that has changed, in percent. */
  percent: number | undefined;
  /** What it is compared with. */
  since: "versus last month" | "from last month";
  /** Screen on which these are found. */
  path: string;
  isPending: boolean;
}

/** A number, how it has changed, and the way to what it counts. */
export function FigureCard({ icon, label, value, percent, since, path, isPending }: FigureCardProps) {
  return (
    <Link href={path} className={classNames(cardStyles, "group transition-colors hover:border-line-strong")}>
      <CardFace
        icon={icon}
        label={label}
        mark={<ArrowUpRight aria-hidden className="size-4 shrink-0 text-ink-faint transition-colors group-hover:text-accent-ink" />}
        value={<Figure value={value} />}
        foot={percent === undefined ? null : <Change percent={percent} since={since} />}
        // On phones the two parts of it stand below each other.
        footHeight="min-h-9 sm:min-h-4.5"
        isPending={isPending}
      />
    </Link>
  );
}

function Figure({ value }: { value: number | undefined }) {
  if (value !== undefined)
    return (
      <span className="wrap-anywhere block tabular-nums tracking-tight sm:text-2xl sm:leading-8">{value.toLocaleString("en-US")}</span>
    );
  return (
    <>
      <span aria-hidden className="text-ink-faint">
        —
      </span>
      <span className="sr-only">not known</span>
    </>
  );
}

/** Green what has grown, red what has become less (spec 000 §2). */
function Change({ percent, since }: Pick<FigureCardProps, "since"> & { percent: number }) {
  const text = formatPercent(percent);
  const tones: Record<string, string> = { "+": "font-medium text-gain-ink", "-": "font-medium text-danger-ink" };
  return (
    <>
      <span className={classNames("tabular-nums", tones[text.charAt(0)])}>{text}</span> <span className="max-sm:block">{since}</span>
    </>
  );
}
