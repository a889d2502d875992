"use client";

import { Files, SearchX, Trash2, X } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { ChoiceCard } from "@/components/shared/form/choice-card";
import { Select } from "@/components/shared/form/select";
import { lazyPart } from "@/components/shared/lazy-part";
import { ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { SearchField } from "@/components/shared/list/search-field";
import { useSelectedRows } from "@/components/shared/list/select-rows";
import { useAddress } from "@/components/shared/list/use-address";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-paged-list";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { serverMessage } from "@/components/shared/request-json";
import { startDownload } from "@/components/shared/requests/start-download";
import { useJson } from "@/components/shared/use-json";
import { Button, IconButton } from "@/components/ui/button";
import { type PlatformFile, type PlatformFilePage, platformFilePageSchema, storageStatsSchema } from "@/lib/files/platform/schema";
import { FILE_MANAGEMENT_PATH, FILE_SORTS, FILE_TYPES, type FileSort, type FileType } from "@/lib/files/platform/values";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { fileColumns, nameOfFile } from "./file-columns";
import { nameOfShare, StoragePanel, type StorageShare, StorageShares } from "./storage-panel";
import { UnfinishedUploads, useUnfinishedUploads } from "./unfinished-uploads";

const FileDetailsDialog = lazyPart(() => import("./file-details-dialog").then(({ FileDetailsDialog }) => FileDetailsDialog));

function useStorage() {
  const { data, error, mutate } = useJson(`${FILE_MANAGEMENT_PATH}/stats`, storageStatsSchema);
  // On failure the stats are missing. The list shows the message.
  const refresh = async () => void (await mutate().catch(() => undefined));
  return { stats: data, isPending: data === undefined && !error, refresh };
}

const noFiles: PlatformFile[] = [];
const rowsOf = ({ files }: PlatformFilePage): PlatformFile[] => files;

interface FileManagementScreenProps {
  /** First page of the list and its file type. Null for an invalid search, which the API reports. */
  initial: (InitialPage<PlatformFilePage, FileSort> & { type: FileType | "all" }) | null;
}

export function FileManagementScreen({ initial }: FileManagementScreenProps) {
  const { query, typed, setTyped, clearSearch, order } = useListQuery(FILE_SORTS);
  const { parameters, changeAddress } = useAddress();
  const type = FILE_TYPES.find((name) => name === parameters.get("type")) ?? "all";
  const project = parameters.get("project");
  const [opened, setOpened] = useState<{ dialog: "details" | "delete"; files: readonly PlatformFile[] } | null>(null);
  const { showBanner } = useBanner();
  const storage = useStorage();
  const uploads = useUnfinishedUploads();
  const fields = useMemo(() => ({ type, ...(project && { project }) }), [type, project]);
  const list = useSearchedList({
    path: `${FILE_MANAGEMENT_PATH}/all`,
    schema: platformFilePageSchema,
    fields,
    query,
    initial: initial?.type === type && !project ? initial : null,
    rowsOf,
  });

  const actions = useMemo(() => {
    const onDownload = ({ _id, originalName, filename }: PlatformFile) =>
      void startDownload(`${FILE_MANAGEMENT_PATH}/download/${_id}`, originalName || filename).catch((error: unknown) =>
        showBanner({ tone: "error", message: serverMessage(error, "Failed to download file"), timeout: NOTICE_MS }),
      );
    const onPreview = (file: PlatformFile) => setOpened({ dialog: "details", files: [file] });
    const onDelete = (file: PlatformFile) => setOpened({ dialog: "delete", files: [file] });
    return { onPreview, onDownload, onDelete };
  }, [showBanner]);
  const selection = useSelectedRows(list.rows ?? noFiles);
  const columns = useMemo(() => fileColumns(selection, actions), [actions, selection]);
  const { selected } = selection;

  const setType = (chosen: string) => changeAddress({ type: chosen === "all" ? null : chosen }, "replace");
  const setProject = (id: string | null) => changeAddress({ project: id }, "replace");
  const isFiltered = query.search.trim() !== "" || type !== "all" || project !== null;
  const clear = () => {
    changeAddress({ type: null, project: null }, "replace");
    clearSearch();
  };
  const clearButton = (
    <Button variant="secondary" onClick={clear}>
      Clear filters
    </Button>
  );
  const reload = async () => void (await Promise.all([list.refresh(), storage.refresh(), uploads.refresh()]));
  const close = () => setOpened(null);
  const shown = storage.stats?.shares.find(({ _id }) => _id === project);
  const [file] = opened?.files ?? [];
  return (
    <div className="grid gap-5">
      <PageHeader title="File Manager" actions={<RefreshButton onRefresh={reload} />} />
      <StoragePanel stats={storage.stats} isPending={storage.isPending} />
      {storage.stats ? <StorageShares stats={storage.stats} selected={project} onSelect={setProject} /> : null}
      <UnfinishedUploads list={uploads} reload={reload} />
      <div className="grid gap-4">
        <FileFilters
          search={{ typed, setTyped }}
          type={type}
          onType={setType}
          share={project === null ? null : (shown ?? { _id: project, name: null, bytes: 0, files: 0 })}
          onShareEnd={() => setProject(null)}
        >
          {selected.length > 0 ? (
            <IconButton
              icon={Trash2}
              label={`Delete (${selected.length})`}
              variant="secondary"
              className="text-danger-ink"
              onClick={() => setOpened({ dialog: "delete", files: selected })}
            />
          ) : null}
        </FileFilters>
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
              order={order.sort === "all" ? { ...order, sort: "date-newest" } : order}
              isStale={list.isStale}
              hasFixedColumns
            />
          )}
        </PagedList>
      </div>
      {file && opened?.dialog === "details" ? (
        <FileDetailsDialog
          file={file}
          onDownload={() => actions.onDownload(file)}
          onDelete={() => actions.onDelete(file)}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === "delete" ? <DeleteFilesDialog files={opened.files} reload={reload} onClose={close} /> : null}
    </div>
  );
}

interface DeleteFilesDialogProps {
  files: readonly PlatformFile[];
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks whether files move to the trash or are deleted permanently, and deletes them. */
function DeleteFilesDialog({ files, ...dialog }: DeleteFilesDialogProps) {
  const [isPermanent, setPermanent] = useState(false);
  const group = useId();
  const only = files.length === 1 ? files[0] : undefined;
  const count = `${files.length} files`;
  const name = only ? nameOfFile(only) : count;
  const choice = { name: group, isDisabled: false };
  return (
    <DeleteDialog
      title={only ? "Delete File" : "Delete Files"}
      name={name}
      path={files.map(({ _id }) => `${FILE_MANAGEMENT_PATH}/delete/${_id}${isPermanent ? "?permanently=true" : ""}`)}
      deletedMessage={only ? "File deleted successfully" : `${count} deleted successfully`}
      failedMessage="Failed to delete file"
      details={
        <fieldset className="grid gap-2 pt-1">
          <legend className="sr-only">How to delete</legend>
          <ChoiceCard {...choice} icon={Trash2} title="Move to trash" isChosen={!isPermanent} onChoose={() => setPermanent(false)}>
            Can be restored for {TRASH_DAYS} days. Still takes up space.
          </ChoiceCard>
          <ChoiceCard {...choice} icon={X} title="Delete permanently" isChosen={isPermanent} onChoose={() => setPermanent(true)}>
            Can't be restored. Frees the space.
          </ChoiceCard>
        </fieldset>
      }
      {...dialog}
    >
      Are you sure you want to delete <bdi className="font-medium text-ink">{name}</bdi>?
      {isPermanent ? " This action cannot be undone." : ""}
    </DeleteDialog>
  );
}

const typeFilters: Readonly<Record<FileType | "all", string>> = {
  all: "All Files",
  image: "Images",
  video: "Videos",
  document: "Documents",
  spreadsheet: "Spreadsheets",
  archive: "Archives",
  other: "Other",
};

interface FileFiltersProps {
  search: { typed: string; setTyped: (text: string) => void };
  type: FileType | "all";
  onType: (type: string) => void;
  /** The part of the storage whose files are listed; null for all. */
  share: StorageShare | null;
  onShareEnd: () => void;
  children: ReactNode;
}

function FileFilters({ search: { typed, setTyped }, type, onType, share, onShareEnd, children }: FileFiltersProps) {
  return (
    <search className="flex flex-wrap gap-3">
      <SearchField value={typed} onChange={setTyped} placeholder="Search files..." className="w-full sm:max-w-80" />
      <Select label="File type" value={type} onChange={onType} options={Object.entries(typeFilters)} className="w-full sm:w-44" />
      {share ? <IconButton icon={X} label={`Project: ${nameOfShare(share)}`} variant="secondary" onClick={onShareEnd} /> : null}
      {children}
    </search>
  );
}
