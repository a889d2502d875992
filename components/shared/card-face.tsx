import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";

/** The frame of a card. */
export const cardStyles = "flex min-w-0 items-start gap-3.5 rounded-lg border bg-raised p-4 shadow-low";

interface CardFaceProps {
  icon: LucideIcon;
  label: string;
  /** Stands at the end of the label. */
  mark?: ReactNode;
  value: ReactNode;
  /** A line below the value. */
  foot: ReactNode;
  /** Class of how high the foot is at least. */
  footHeight?: string;
  /** Value and foot are on their way; the card is as high as with them. */
  isPending: boolean;
}

/** What stands in every card of a dashboard: what it is about, how it is, and what there is to say of that. */
export function CardFace({ icon: Icon, label, mark, value, foot, footHeight = "min-h-4.5", isPending }: CardFaceProps) {
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-ink max-sm:hidden xl:size-10">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2 text-ink-muted max-sm:text-sm">
          {label}
          <span className="max-sm:hidden">{mark}</span>
        </span>
        <span className="flow-root min-h-8 font-semibold text-lg leading-8">
          {isPending ? <Skeleton className="my-1.5 h-5 w-16" /> : value}
        </span>
        <span className={classNames("flow-root text-ink-muted text-xs leading-4.5 sm:text-sm", footHeight)}>
          {isPending ? <Skeleton className="my-0.75 h-3 w-32 max-w-full" /> : foot}
        </span>
      </span>
    </>
  );
}
