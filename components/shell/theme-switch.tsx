"use client";

import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import type { KeyboardEvent } from "react";
import { useHydrated } from "@/components/shared/time/use-hydrated";

export const themes: readonly { value: string; label: string; icon: LucideIcon }[] = [
  { value: "light", label: "Light", icon: Sun },
  { value: "system", label: "System", icon: Monitor },
  { value: "dark", label: "Dark", icon: Moon },
];

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const isHydrated = useHydrated();
  const chosen = isHydrated ? (theme ?? "system") : "";

  /** Arrow keys choose the next theme, as in every radio group. */
  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key];
    if (step === undefined) return;
    const at = themes.findIndex(({ value }) => value === chosen);
    const next = (at + step + themes.length) % themes.length;
    event.preventDefault();
    setTheme(themes[next]?.value ?? "system");
    event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]").item(next).focus();
  }

  return (
    <div
      role="radiogroup"
      aria-label="Theme"
      onKeyDown={handleKey}
      className="grid grid-cols-3 gap-0.5 rounded-lg bg-sidebar-raised/60 p-0.5"
    >
      {themes.map(({ value, label, icon: Icon }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: an input can't contain the icon
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === chosen}
          data-state={value === chosen ? "checked" : "unchecked"}
          tabIndex={value === chosen || (chosen === "" && index === 0) ? 0 : -1}
          onClick={() => setTheme(value)}
          aria-label={label}
          title={label}
          className="grid h-7 place-items-center rounded-md text-sidebar-muted transition-colors hover:text-sidebar-ink focus-visible:outline-sidebar-accent focus-visible:outline-offset-0 data-[state=checked]:bg-sidebar data-[state=checked]:text-sidebar-accent data-[state=checked]:shadow-low pointer-coarse:h-10"
        >
          <Icon aria-hidden className="size-4" />
        </button>
      ))}
    </div>
  );
}
