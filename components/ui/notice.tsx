import { cva, type VariantProps } from "class-variance-authority";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

const noticeStyles = cva("flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3.5 py-2.5 text-base", {
  variants: {
    tone: {
      info: "border-line bg-surface text-ink",
      success: "border-accent/30 bg-accent-soft text-accent-ink",
      warning: "border-warning-line bg-warning-soft text-warning-ink",
      error: "border-danger-line bg-danger-soft text-danger-ink",
    },
  },
  defaultVariants: { tone: "info" },
});

export type NoticeTone = NonNullable<VariantProps<typeof noticeStyles>["tone"]>;

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;

interface NoticeProps {
  tone?: NoticeTone;
  actions?: ReactNode;
  /** False for a notice that is part of the page from the start. Screen readers don't announce it. */
  live?: boolean;
  className?: string;
  children: ReactNode;
}

export function Notice({ tone = "info", actions, live = true, className, children }: NoticeProps) {
  const Icon = icons[tone];
  const liveRole = tone === "error" ? "alert" : "status";
  return (
    <div role={live ? liveRole : undefined} className={cn(noticeStyles({ tone }), live && "animate-notice-in", className)}>
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-2.5">
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tone === "info" && "text-ink-muted")} />
        <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
      </div>
      {actions ? <div className="-my-0.5 ml-auto flex shrink-0 items-center gap-2">{actions}</div> : null}
    </div>
  );
}
