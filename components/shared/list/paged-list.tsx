"use client";

import type { ReactNode } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { loadErrorMessage } from "@/components/shared/load-error";
import { NOTICE_MS } from "@/components/shared/notices/banner-provider";
import { Card } from "@/components/ui/card";
import { LoadMore } from "./load-more";
import { TableSkeleton } from "./table-skeleton";
import { useLoadError } from "./use-load-error";
import type { usePagedList } from "./use-paged-list";

interface PagedListProps<Row> {
  list: Omit<ReturnType<typeof usePagedList>, "pages" | "firstPage" | "change"> & {
    rows: Row[] | undefined;
  };
  noun: readonly [one: string, many: string];
  isCounted?: boolean;
  loadingLabel: string;
  /** Shown while the first page loads, instead of rows. */
  skeleton?: ReactNode;
  errorMessage: string;
  messageOf?: typeof loadErrorMessage;
  hasBannerAlways?: boolean;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, noun, isCounted = true, loadingLabel, errorMessage, messageOf = loadErrorMessage, empty, children } = props;
  const { rows, error, moreError } = list;
  const banner = props.hasBannerAlways
    ? { isReported: Boolean(moreError) }
    : { isReported: !rows || Boolean(moreError), timeout: NOTICE_MS };
  useLoadError(error, errorMessage, list.refresh, { ...banner, messageOf });
  if (rows?.length) {
    return (
      <>
        {children(rows)}
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
  if (rows) return <Card>{empty}</Card>;
  if (!error) return props.skeleton ?? <TableSkeleton label={loadingLabel} />;
  return <FailurePanel error={error} message={messageOf(error, errorMessage)} onRetry={list.refresh} />;
}
