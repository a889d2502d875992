import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** The address of one's own account, as browsers and password managers know it. */
export function EmailInput(props: Omit<ComponentProps<"input">, "type">) {
  return (
    <Input {...props} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} className="h-11" />
  );
}
