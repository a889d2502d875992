"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

interface PasswordInputProps extends Omit<ComponentProps<"input">, "type"> {
  what?: string;
}

export function PasswordInput({ className, what = "password", ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={isShown ? "text" : "password"} className={cn("pr-12", className)} spellCheck={false} autoCapitalize="none" />
      <button
        type="button"
        aria-label={`${isShown ? "Hide" : "Show"} ${what}`}
        aria-controls={props.id}
        onClick={() => setIsShown((shown) => !shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-ink-muted hover:text-ink focus-visible:outline-offset-[-2px]"
      >
        <Icon aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
