"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { retryLabel, retryOf } from "../load-error";

interface LoadMoreProps {
  list: { total: number; hasMore: boolean; isLoadingMore: boolean; moreError?: unknown; loadMore: () => void };
  shown: number;
  noun: readonly [one: string, many: string];
  isCounted?: boolean;
  messageOf: (error: unknown) => string;
}

export function LoadMore({ list, shown, noun: [one, many], isCounted = true, messageOf }: LoadMoreProps) {
  const { total, hasMore, isLoadingMore: isBusy, moreError: error, loadMore: onLoadMore } = list;
  const end = useRef<HTMLDivElement>(null);
  const waits = hasMore && !isBusy && !error;
  useEffect(() => {
    const element = end.current;
    if (!element || !waits) return;
    // The first entry is out of date when the browser reports several at once.
    const observer = new IntersectionObserver((entries) => (entries.at(-1)?.isIntersecting ? onLoadMore() : undefined), {
      rootMargin: "1200px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [waits, onLoadMore]);
  const share = isCounted ? ` of ${total.toLocaleString("en-US")}` : "";
  return (
    <div ref={end} className="flex items-center justify-between gap-4 text-ink-muted text-sm">
      <div className="min-w-0">
        <p role="status" className="tabular-nums">
          {`${shown.toLocaleString("en-US")}${share} ${(isCounted ? total : shown) === 1 ? one : many}`}
        </p>
        {error ? (
          <p role="alert" className="text-danger-ink">
            {messageOf(error)}
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
