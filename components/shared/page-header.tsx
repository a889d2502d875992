import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  /** A line under the title. */
  description?: ReactNode;
  /** Buttons at the right end. */
  actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-3 pointer-coarse:min-h-11">
      <div className="min-w-0">
        <h1 className="font-semibold text-xl tracking-tight sm:text-2xl">{title}</h1>
        {description ? <p className="mt-0.5 text-ink-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
    </header>
  );
}
