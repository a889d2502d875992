import type { ComponentProps } from "react";
import { cn } from "./cn";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "ref"> {
  isMixed?: boolean;
}

/** The browser fills an empty box with grey in the dark, as if it were chosen in part: empty ones are drawn here. */
const emptyBox =
  "[&:not(:checked,:indeterminate)]:appearance-none [&:not(:checked,:indeterminate)]:rounded-[3px] [&:not(:checked,:indeterminate)]:border [&:not(:checked,:indeterminate)]:border-ink-faint [&:not(:checked,:indeterminate)]:bg-raised";

export function Checkbox({ className, isMixed = false, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = isMixed;
      }}
      className={cn("size-4 shrink-0 cursor-pointer accent-accent disabled:cursor-not-allowed disabled:opacity-50", emptyBox, className)}
      {...props}
    />
  );
}
