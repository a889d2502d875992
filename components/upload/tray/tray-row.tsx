import type { ComponentProps, ReactNode } from "react";
import { Progress } from "@/components/ui/progress";

interface TrayRowProps extends ComponentProps<typeof Progress> {
  heading: ReactNode;
  /** Controls next to the percentage. */
  controls?: ReactNode;
  detail: ReactNode;
  /** Buttons below the bar. */
  children?: ReactNode;
}

/** A row of the tray: an upload, an import, a conversion or an unfinished upload. */
export function TrayRow({ heading, controls, detail, children, ...bar }: TrayRowProps) {
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-end gap-x-1">
        <div className="wrap-anywhere flex flex-1 basis-32 flex-wrap items-center gap-x-2 gap-y-1">{heading}</div>
        {bar.value === null ? null : (
          <span aria-hidden className="font-medium tabular-nums">
            {bar.value}%
          </span>
        )}
        {controls}
      </div>
      <Progress {...bar} />
      <p className="flex min-h-4.5 flex-wrap gap-x-3 text-ink-muted text-sm tabular-nums">{detail}</p>
      {children ? <div className="flex flex-wrap justify-end gap-2">{children}</div> : null}
    </li>
  );
}

/** Moves the focus from a removed row to the tray, or to the page when the tray is gone. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) (document.getElementById("uploads") ?? document.getElementById("content"))?.focus({ preventScroll: true });
  });
}
