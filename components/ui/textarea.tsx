import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlStyles } from "./input";

export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={cn(controlStyles, "resize-y py-2", className)} {...props} />;
}
