import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

export const cardStyles = "flex min-w-0 items-start gap-3.5 rounded-lg border bg-raised p-4 shadow-low";

interface CardFaceProps {
  icon: LucideIcon;
  label: string;
  mark?: ReactNode;
  value: ReactNode;
  foot: ReactNode;
  footHeight?: string;
  isPending: boolean;
}

export function CardFace({ icon: Icon, label, mark, value, foot, footHeight = "min-h-4.5", isPending }: CardFaceProps) {
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-ink max-sm:hidden xl:size-10">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere flex items-center justify-between gap-2 text-ink-muted max-sm:text-sm">
          {label}
          <span className="max-sm:hidden">{mark}</span>
        </span>
        <span className="flow-root min-h-8 font-semibold text-lg leading-8">
          {isPending ? <Skeleton className="my-1.5 h-5 w-16" /> : value}
        </span>
        <span className={cn("flow-root text-ink-muted text-xs leading-4.5 sm:text-sm", footHeight)}>
          {isPending ? <Skeleton className="my-0.75 h-3 w-32 max-w-full" /> : foot}
        </span>
      </span>
    </>
  );
}
