"use client";

import { type ReactNode, useEffect } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { loadErrorMessage, retryLabel, retryOf } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { StaleNotice } from "@/components/shared/stale/stale-notice";
import { Card } from "@/components/ui/card";
import { LoadMore } from "./load-more";
import { TableSkeleton } from "./table-skeleton";
import type { usePagedList } from "./use-paged-list";

interface PagedListProps<Row> {
  list: Omit<ReturnType<typeof usePagedList>, "pages" | "firstPage" | "change"> & {
    rows: Row[] | undefined;
  };
  noun: readonly [one: string, many: string];
  isCounted?: boolean;
  loadingLabel?: string;
  /** Shown while the first page loads, instead of rows. */
  skeleton?: ReactNode;
  errorMessage?: string;
  messageOf?: typeof loadErrorMessage;
  hasBannerAlways?: boolean;
  /** Replaces rows that failed to load. The caller then reports failures of loaded rows itself. */
  failure?: ReactNode;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, noun, isCounted = true, loadingLabel, errorMessage = "", messageOf = loadErrorMessage, hasBannerAlways = false } = props;
  const { rows, error, moreError, refresh } = list;
  const { showBanner } = useBanner();
  const hasBanner = !props.failure && !moreError && (hasBannerAlways || rows !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new error only
  useEffect(() => {
    if (!error || !hasBanner) return;
    const action = { label: retryLabel(error), run: retryOf(error, refresh) };
    showBanner({ tone: "error", message: messageOf(error, errorMessage), action, timeout: hasBannerAlways ? undefined : NOTICE_MS });
  }, [error, showBanner]);
  const stale =
    rows && error && !moreError && !props.failure ? <StaleNotice error={error} updatedAt={list.updatedAt} onRetry={refresh} /> : null;
  if (rows?.length) {
    return (
      <>
        {stale}
        {props.children(rows)}
        <LoadMore
          list={list}
          shown={rows.length}
          noun={noun}
          isCounted={isCounted}
          messageOf={(failure) => messageOf(failure, errorMessage)}
        />
      </>
    );
  }
  if (rows) {
    return (
      <>
        {stale}
        <Card>{props.empty}</Card>
      </>
    );
  }
  if (!error) return props.skeleton ?? <TableSkeleton label={loadingLabel} />;
  return props.failure ?? <FailurePanel error={error} message={messageOf(error, errorMessage)} onRetry={refresh} />;
}
