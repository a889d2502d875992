"use client";

import type { ReactNode } from "react";
import { useHydrated } from "./time/use-hydrated";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Use h2 for a section that is also a screen of its own. */
  heading?: "h1" | "h2";
}

export function PageHeader({ title, description, actions, heading: Heading = "h1" }: PageHeaderProps) {
  const isHydrated = useHydrated();
  const size = Heading === "h1" ? "text-xl tracking-tight sm:text-2xl" : "text-lg";
  return (
    <header
      data-waiting={!isHydrated}
      className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-3 pointer-coarse:min-h-11"
    >
      <div className="min-w-0">
        <Heading className={`wrap-anywhere font-semibold ${size}`}>{title}</Heading>
        {description ? <p className="wrap-anywhere mt-0.5 text-ink-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}
