"use client";

import { useMemo, useState } from "react";
import { DeleteFileDialog } from "@/components/file-management/delete-file-dialog";
import { downloadFile } from "@/components/file-management/download-file";
import { FileList } from "@/components/file-management/file-list";
import { FAILED_TO_DOWNLOAD } from "@/components/file-management/file-texts";
import { TypeSelect } from "@/components/file-management/type-select";
import { useStorage } from "@/components/file-management/use-storage";
import { useBanner } from "@/components/shared/banner-provider";
import { SearchField } from "@/components/shared/list/search-field";
import { useAddress } from "@/components/shared/list/use-address";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-searched-list";
import { serverMessage } from "@/components/shared/load-error";
import { NOTICE_MS } from "@/components/shared/notice-times";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import {
  FILE_MANAGEMENT_PATH,
  FILE_SORTS,
  FILE_TYPES,
  type FileSort,
  type FileType,
  type PlatformFile,
  type PlatformFilePage,
} from "@/lib/files/platform/schema";
import { fileColumns } from "./file-columns";
import { FileDetailsDialog } from "./file-details-dialog";
import { StoragePanel } from "./storage-panel";

const rowsOf = ({ files }: PlatformFilePage): PlatformFile[] => files;

interface FileManagementScreenProps {
  /** First page of the list and the type that it is of, unless only the API can say what is wrong with the search. */
  initial: (InitialPage<PlatformFilePage, FileSort> & { type: FileType | "all" }) | null;
}

/** The files of all maps and of the shared assets, for superadmins (spec 000 §2). What is searched for stands in the address. */
export function FileManagementScreen({ initial }: FileManagementScreenProps) {
  const { query, typed, setTyped, clearSearch, setSort } = useListQuery(FILE_SORTS);
  const { parameters, changeAddress } = useAddress();
  const type = FILE_TYPES.find((name) => name === parameters.get("type")) ?? "all";
  const [opened, setOpened] = useState<{ dialog: "details" | "delete"; file: PlatformFile } | null>(null);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { showBanner } = useBanner();
  const storage = useStorage();
  const fields = useMemo(() => ({ type }), [type]);
  const list = useSearchedList({
    path: `${FILE_MANAGEMENT_PATH}/all`,
    fields,
    query,
    initial: initial?.type === type ? initial : null,
    rowsOf,
  });

  const actions = useMemo(() => {
    const onDownload = (file: PlatformFile) =>
      void downloadFile(file).catch((error: unknown) =>
        showBanner({ tone: "error", message: serverMessage(error, FAILED_TO_DOWNLOAD), timeout: NOTICE_MS }),
      );
    const onPreview = (file: PlatformFile) => setOpened({ dialog: "details", file });
    const onDelete = (file: PlatformFile) => setOpened({ dialog: "delete", file });
    return { onPreview, onDownload, onDelete };
  }, [showBanner]);
  const columns = useMemo(() => fileColumns(actions), [actions]);

  const setType = (chosen: FileType | "all") => changeAddress({ type: chosen === "all" ? null : chosen }, "replace");
  const clear = () => {
    setType("all");
    clearSearch();
  };
  const reload = async () => void (await Promise.all([list.refresh(), storage.refresh()]));
  const refresh = async () => {
    setIsRefreshing(true);
    await reload();
    setIsRefreshing(false);
  };
  const close = () => setOpened(null);
  return (
    <div className="grid gap-5">
      <PageHeader title="File Manager" actions={<RefreshButton isBusy={isRefreshing} onRefresh={() => void refresh()} />} />
      <StoragePanel stats={storage.stats} isPending={storage.isPending} />
      <div className="grid gap-4">
        <search className="flex flex-wrap gap-3">
          <SearchField value={typed} onChange={setTyped} placeholder="Search files..." className="w-full sm:max-w-80" />
          <TypeSelect value={type} onChange={setType} className="w-full sm:w-44" />
        </search>
        <FileList
          list={list}
          columns={columns}
          sort={query.sort}
          onSortChange={setSort}
          isFiltered={query.search.trim() !== "" || type !== "all"}
          onClear={clear}
        />
      </div>
      {opened?.dialog === "details" ? (
        <FileDetailsDialog
          file={opened.file}
          onDownload={() => actions.onDownload(opened.file)}
          onDelete={() => actions.onDelete(opened.file)}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === "delete" ? <DeleteFileDialog file={opened.file} reload={reload} onClose={close} /> : null}
    </div>
  );
}
