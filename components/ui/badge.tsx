import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const badgeStyles = cva("inline-flex items-center gap-1 whitespace-nowrap rounded-md border px-1.5 py-0.5 font-medium text-xs", {
  variants: {
    tone: {
      neutral: "border-line bg-surface text-ink-muted",
      accent: "border-transparent bg-accent-soft text-accent-ink",
      warning: "border-warning-line bg-warning-soft text-warning-ink",
      danger: "border-danger-line bg-danger-soft text-danger-ink",
    },
  },
  defaultVariants: { tone: "neutral" },
});

export function Badge({ className, tone, ...props }: ComponentProps<"span"> & VariantProps<typeof badgeStyles>) {
  return <span className={cn(badgeStyles({ tone }), className)} {...props} />;
}
