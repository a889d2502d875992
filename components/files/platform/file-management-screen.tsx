"use client";

import { Files, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import useSWR from "swr";
import { useBanner } from "@/components/shared/banner-provider";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { startDownload } from "@/components/shared/downloads/start-download";
import { EmptyState } from "@/components/shared/empty-state";
import { ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { SearchField } from "@/components/shared/list/search-field";
import { useAddress } from "@/components/shared/list/use-address";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-searched-list";
import { serverMessage } from "@/components/shared/load-error";
import { NOTICE_MS } from "@/components/shared/notice-times";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { requestJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import {
  FILE_MANAGEMENT_PATH,
  FILE_SORTS,
  FILE_TYPES,
  type FileSort,
  type FileType,
  type PlatformFile,
  type PlatformFilePage,
  platformFilePageSchema,
  type StorageStats,
  storageStatsSchema,
} from "@/lib/files/platform/schema";
import { fileColumns, fileSorts, nameOfFile } from "./file-columns";
import { FileDetailsDialog } from "./file-details-dialog";
import { StoragePanel } from "./storage-panel";

const typeFilters: Readonly<Record<FileType | "all", string>> = {
  all: "All Files",
  image: "Images",
  video: "Videos",
  document: "Documents",
  spreadsheet: "Spreadsheets",
  archive: "Archives",
  other: "Other",
};

function useStorage() {
  const { data, error, mutate } = useSWR<StorageStats, unknown>(
    `${FILE_MANAGEMENT_PATH}/stats`,
    async (address: string) => storageStatsSchema.parse(await requestJson(address)),
    { shouldRetryOnError: false },
  );
  // On failure the stats are missing. The list shows the message.
  const refresh = async () => void (await mutate().catch(() => undefined));
  return { stats: data, isPending: data === undefined && !error, refresh };
}

const rowsOf = ({ files }: PlatformFilePage): PlatformFile[] => files;

interface FileManagementScreenProps {
  /** First page of the list and its file type. Null for an invalid search, which the API reports. */
  initial: (InitialPage<PlatformFilePage, FileSort> & { type: FileType | "all" }) | null;
}

export function FileManagementScreen({ initial }: FileManagementScreenProps) {
  const { query, typed, setTyped, clearSearch, setSort } = useListQuery(FILE_SORTS);
  const { parameters, changeAddress } = useAddress();
  const type = FILE_TYPES.find((name) => name === parameters.get("type")) ?? "all";
  const [opened, setOpened] = useState<{ dialog: "details" | "delete"; file: PlatformFile } | null>(null);
  const { showBanner } = useBanner();
  const storage = useStorage();
  const fields = useMemo(() => ({ type }), [type]);
  const list = useSearchedList({
    path: `${FILE_MANAGEMENT_PATH}/all`,
    schema: platformFilePageSchema,
    fields,
    query,
    initial: initial?.type === type ? initial : null,
    rowsOf,
  });

  const actions = useMemo(() => {
    const onDownload = ({ _id, originalName, filename }: PlatformFile) =>
      void startDownload(`${FILE_MANAGEMENT_PATH}/download/${_id}`, originalName || filename).catch((error: unknown) =>
        showBanner({ tone: "error", message: serverMessage(error, "Failed to download file"), timeout: NOTICE_MS }),
      );
    const onPreview = (file: PlatformFile) => setOpened({ dialog: "details", file });
    const onDelete = (file: PlatformFile) => setOpened({ dialog: "delete", file });
    return { onPreview, onDownload, onDelete };
  }, [showBanner]);
  const columns = useMemo(() => fileColumns(actions), [actions]);

  const setType = (chosen: string) => changeAddress({ type: chosen === "all" ? null : chosen }, "replace");
  const isFiltered = query.search.trim() !== "" || type !== "all";
  const clear = () => {
    setType("all");
    clearSearch();
  };
  const clearButton = (
    <Button variant="secondary" onClick={clear}>
      Clear filters
    </Button>
  );
  const reload = async () => void (await Promise.all([list.refresh(), storage.refresh()]));
  const close = () => setOpened(null);
  return (
    <div className="grid gap-5">
      <PageHeader title="File Manager" actions={<RefreshButton onRefresh={reload} />} />
      <StoragePanel stats={storage.stats} isPending={storage.isPending} />
      <div className="grid gap-4">
        <search className="flex flex-wrap gap-3">
          <SearchField value={typed} onChange={setTyped} placeholder="Search files..." className="w-full sm:max-w-80" />
          <Select value={type} onValueChange={setType}>
            <SelectTrigger aria-label="File type" className="w-full sm:w-44">
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {Object.entries(typeFilters).map(([value, label]) => (
                <SelectItem key={value} value={value}>
                  {label}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        </search>
        <PagedList
          list={list}
          noun={["file", "files"]}
          loadingLabel="Loading files..."
          errorMessage="Failed to load files"
          messageOf={serverMessage}
          empty={
            isFiltered ? (
              <EmptyState icon={SearchX} title="No files found" action={clearButton}>
                Try adjusting your search criteria or filters
              </EmptyState>
            ) : (
              <EmptyState icon={Files} title="No files found">
                No files have been uploaded yet
              </EmptyState>
            )
          }
        >
          {(rows) => (
            <ListTable
              rows={rows}
              columns={columns}
              label="Files"
              order={{ sorts: fileSorts, sort: query.sort, onSortChange: setSort }}
              isStale={list.isStale}
              hasFixedColumns
            />
          )}
        </PagedList>
      </div>
      {opened?.dialog === "details" ? (
        <FileDetailsDialog
          file={opened.file}
          onDownload={() => actions.onDownload(opened.file)}
          onDelete={() => actions.onDelete(opened.file)}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === "delete" ? (
        <DeleteDialog
          title="Delete File"
          name={nameOfFile(opened.file)}
          path={`${FILE_MANAGEMENT_PATH}/delete/${opened.file._id}`}
          deletedMessage="File deleted successfully"
          failedMessage="Failed to delete file"
          reload={reload}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
