import type { ComponentProps } from "react";
import { cn } from "./cn";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "ref"> {
  isMixed?: boolean;
}

/** Draws empty boxes here: in dark mode browsers fill them with grey, which looks like a mixed state. */
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
