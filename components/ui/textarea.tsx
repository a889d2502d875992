import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { controlStyles } from "./input";

export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={classNames(controlStyles, "resize-y py-2", className)} {...props} />;
}
