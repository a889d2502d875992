"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { retryLabel, retryOf } from "../load-error";

interface LoadMoreProps {
  shown: number;
  /** Null of a list that nobody counts. */
  total: number | null;
  /** What the rows are, for one and for many. */
  noun: readonly [one: string, many: string];
  hasMore: boolean;
  isBusy: boolean;
  /** What kept the next rows from coming. */
  error: unknown;
  /** The words for it. */
  errorMessage: (error: unknown) => string;
  onLoadMore: () => void;
}

function shownText(shown: number, total: number | null, noun: LoadMoreProps["noun"]): string {
  const share = total === null ? "" : ` of ${total.toLocaleString("en-US")}`;
  return `${shown.toLocaleString("en-US")}${share} ${noun[(total ?? shown) === 1 ? 0 : 1]}`;
}

/** Says how much of the list is here, and brings the rest as it comes near the screen; after a failure, when it is told to. */
export function LoadMore({ shown, total, noun, hasMore, isBusy, error, errorMessage, onLoadMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const waits = hasMore && !isBusy && !error;
  useEffect(() => {
    const element = end.current;
    if (!element || !waits) return;
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? onLoadMore() : undefined), { rootMargin: "400px" });
    observer.observe(element);
    return () => observer.disconnect();
  }, [waits, onLoadMore]);
  return (
    <div ref={end} className="flex items-center justify-between gap-4 text-ink-muted text-sm">
      <div className="min-w-0">
        <p role="status" className="tabular-nums">
          {shownText(shown, total, noun)}
        </p>
        {error ? (
          <p role="alert" className="text-danger-ink">
            {errorMessage(error)}
          </p>
        ) : null}
      </div>
      {hasMore ? (
        <Button variant="secondary" size="small" busy={isBusy} onClick={error ? retryOf(error, onLoadMore) : onLoadMore}>
          {error ? retryLabel(error) : "Show more"}
        </Button>
      ) : null}
    </div>
  );
}
