import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

export function EmailInput(props: Omit<ComponentProps<"input">, "type">) {
  return (
    <Input {...props} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} className="h-11" />
  );
}
