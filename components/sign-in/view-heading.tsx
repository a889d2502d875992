"use client";

import type { ReactNode } from "react";

interface ViewHeadingProps {
  id?: string;
  /** Focuses the heading, so that screen readers announce a view without fields that replaces another. */
  takesFocus?: boolean;
  children: ReactNode;
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

export function ViewHeading({ id, takesFocus = false, children }: ViewHeadingProps) {
  return (
    <h1
      id={id}
      ref={takesFocus ? focusOn : undefined}
      tabIndex={takesFocus ? -1 : undefined}
      className="mb-2 font-semibold text-2xl tracking-tight outline-none"
    >
      {children}
    </h1>
  );
}
