"use client";

import { type fileColumns, fileSorts } from "@/components/files/platform/file-columns";
import { LoadMore } from "@/components/shared/list/load-more";
import { useLoadError } from "@/components/shared/list/use-load-error";
import type { useSearchedList } from "@/components/shared/list/use-searched-list";
import { ListPlaceholder } from "@/components/shared/list-placeholder";
import { ListTable } from "@/components/shared/list-table";
import { serverMessage } from "@/components/shared/load-error";
import { NOTICE_MS } from "@/components/shared/notice-times";
import type { FileSort, PlatformFile, PlatformFilePage } from "@/lib/files/platform/schema";
import { FAILED_TO_LOAD } from "./file-texts";
import { NoFiles } from "./no-files";

interface FileListProps {
  list: ReturnType<typeof useSearchedList<PlatformFilePage, PlatformFile>>;
  columns: ReturnType<typeof fileColumns>;
  sort: FileSort;
  onSortChange: (sort: FileSort) => void;
  isFiltered: boolean;
  onClear: () => void;
}

/** The table of all files, or what stands in its place. */
export function FileList({ list: { rows, refresh, ...list }, columns, sort, onSortChange, isFiltered, onClear }: FileListProps) {
  const retry = useLoadError(list.error, FAILED_TO_LOAD, refresh, {
    timeout: NOTICE_MS,
    messageOf: serverMessage,
    isSaid: !rows || Boolean(list.moreError),
  });
  if (!rows?.length) {
    return (
      <ListPlaceholder
        isLoaded={Boolean(rows)}
        loadingLabel="Loading files..."
        error={list.error}
        errorMessage={FAILED_TO_LOAD}
        messageOf={serverMessage}
        onRetry={retry}
      >
        <NoFiles isFiltered={isFiltered} onClear={onClear} />
      </ListPlaceholder>
    );
  }
  return (
    <>
      <ListTable
        rows={rows}
        columns={columns}
        label="Files"
        order={{ sorts: fileSorts, sort, onSortChange }}
        isStale={list.isStale}
        hasFixedColumns
      />
      <LoadMore
        shown={rows.length}
        total={list.total}
        noun={["file", "files"]}
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        error={list.moreError}
        errorMessage={(error) => serverMessage(error, FAILED_TO_LOAD)}
        onLoadMore={list.loadMore}
      />
    </>
  );
}
