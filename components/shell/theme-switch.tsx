"use client";

import * as RadioGroup from "@radix-ui/react-radio-group";
import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useHydrated } from "@/components/shared/time/use-hydrated";

export const themes: readonly { value: string; label: string; icon: LucideIcon }[] = [
  { value: "light", label: "Light", icon: Sun },
  { value: "system", label: "System", icon: Monitor },
  { value: "dark", label: "Dark", icon: Moon },
];

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const isHydrated = useHydrated();
  return (
    <RadioGroup.Root
      aria-label="Theme"
      orientation="horizontal"
      value={isHydrated ? (theme ?? "system") : ""}
      onValueChange={setTheme}
      className="grid grid-cols-3 gap-0.5 rounded-lg bg-sidebar-raised/60 p-0.5"
    >
      {themes.map(({ value, label, icon: Icon }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="grid h-7 place-items-center rounded-md text-sidebar-muted transition-colors hover:text-sidebar-ink focus-visible:outline-sidebar-accent focus-visible:outline-offset-0 data-[state=checked]:bg-sidebar data-[state=checked]:text-sidebar-accent data-[state=checked]:shadow-low pointer-coarse:h-10"
        >
          <Icon aria-hidden className="size-4" />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
