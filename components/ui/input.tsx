import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Styles of every one-line control. iOS zooms in on focus below 16 px. */
export const controlStyles =
  "w-full min-w-0 rounded-lg border border-line-strong bg-raised px-3 text-lg text-ink shadow-low outline-none transition-[border-color,box-shadow] placeholder:text-ink-faint focus-visible:border-accent focus-visible:ring-3 focus-visible:ring-accent/20 disabled:cursor-not-allowed disabled:bg-surface disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus-visible:ring-danger/20 sm:text-base";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn(controlStyles, "h-9 read-only:bg-surface pointer-coarse:h-11", className)} {...props} />;
}
