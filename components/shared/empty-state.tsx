import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** What the person can do about it. */
  action?: ReactNode;
  tone?: "neutral" | "error";
  className?: string;
}

/** Stands where a list or a picture would, and says why there is none. */
export function EmptyState({ icon: Icon, title, children, action, tone = "neutral", className }: EmptyStateProps) {
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={classNames("flex flex-col items-center justify-center gap-1 px-6 py-16 text-center", className)}
    >
      <span
        className={classNames(
          "mb-3 grid size-12 place-items-center rounded-xl",
          tone === "error" ? "bg-danger-soft text-danger-ink" : "bg-surface text-ink-muted",
        )}
      >
        <Icon aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <p className="font-medium">{title}</p>
      {children ? <p className="max-w-sm text-ink-muted">{children}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
