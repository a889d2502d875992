import type { ComponentProps } from "react";
import { classNames } from "./class-names";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "ref"> {
  /** Some of what it stands for is chosen, and some is not. */
  isMixed?: boolean;
}

export function Checkbox({ className, isMixed = false, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      ref={(box) => {
        // There is no attribute for it.
        if (box) box.indeterminate = isMixed;
      }}
      className={classNames("size-4 shrink-0 cursor-pointer accent-accent disabled:cursor-not-allowed", className)}
      {...props}
    />
  );
}
