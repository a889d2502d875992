import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: "neutral" | "error";
  className?: string;
}

export function EmptyState({ icon: Icon, title, children, action, tone = "neutral", className }: EmptyStateProps) {
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={cn("flex flex-col items-center justify-center gap-1 px-6 py-16 text-center", className)}
    >
      <span
        className={cn(
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
