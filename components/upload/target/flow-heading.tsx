"use client";

import { type ReactNode, useEffect, useRef } from "react";

interface FlowHeadingProps {
  title: string;
  description: ReactNode;
  /** False for a step whose first field takes the focus. */
  takesFocus?: boolean;
}

/** Heading of a step, which takes the focus when the step appears. */
export function FlowHeading({ title, description, takesFocus = true }: FlowHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className="grid gap-1">
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl outline-none">
        {title}
      </h2>
      <p className="text-ink-muted">{description}</p>
    </header>
  );
}
