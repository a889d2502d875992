import { Label as LabelPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export function Label({ className, ...props }: ComponentProps<typeof LabelPrimitive.Root>) {
  return <LabelPrimitive.Root className={classNames("font-medium text-ink text-sm", className)} {...props} />;
}
