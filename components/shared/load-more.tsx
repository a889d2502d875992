"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

interface LoadMoreProps {
  shown: number;
  /** Null of a list that nobody counts. */
  total: number | null;
  /** What the rows are, for one and for many. */
  noun: readonly [one: string, many: string];
  hasMore: boolean;
  isBusy: boolean;
  onLoadMore: () => void;
}

function shownText(shown: number, total: number | null, noun: LoadMoreProps["noun"]): string {
  const share = total === null ? "" : ` of ${total.toLocaleString("en-US")}`;
  return `${shown.toLocaleString("en-US")}${share} ${noun[(total ?? shown) === 1 ? 0 : 1]}`;
}

/** Says how much of the list is here, and brings the rest as it comes near the screen. */
export function LoadMore({ shown, total, noun, hasMore, isBusy, onLoadMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore || isBusy) return;
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? onLoadMore() : undefined), { rootMargin: "400px" });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, isBusy, onLoadMore]);
  return (
    <div ref={end} className="flex items-center justify-between gap-4 text-ink-muted text-sm">
      <p role="status" className="tabular-nums">
        {shownText(shown, total, noun)}
      </p>
      {hasMore ? (
        <Button variant="secondary" size="small" busy={isBusy} onClick={onLoadMore}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}
