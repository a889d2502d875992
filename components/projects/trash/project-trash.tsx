"use client";

import { ArrowLeft, RotateCcw, Trash2 } from "lucide-react";
import { useId, useState, useTransition } from "react";
import { daysLeft, daysLeftText, FEW_DAYS } from "@/components/files/trash/trash-messages";
import { TrashPlaceholder } from "@/components/files/trash/trash-view";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { type Failure, failureOf } from "@/components/shared/form/form-failure";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { UNREACHABLE } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { RequestError, sendJson, serverMessage } from "@/components/shared/request-json";
import { DateText } from "@/components/shared/time/date-text";
import { useNow } from "@/components/shared/time/use-now";
import { useJson } from "@/components/shared/use-json";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PROJECT_TRASH_PATH, projectTrashSchema, type TrashedProject } from "@/lib/projects/trash/schema";
import { PROJECT_NAME_MAX } from "@/lib/projects/values";
import { TRASH_DAYS } from "@/lib/trees/schema";

function trashColumns(
  now: number,
  onRestore: (of: TrashedProject) => void,
  onDelete: (of: TrashedProject) => void,
): Column<TrashedProject>[] {
  return [
    {
      header: "Name",
      className: "@max-table:col-span-2",
      cell: ({ name }) => <bdi className="wrap-anywhere font-medium">{name}</bdi>,
    },
    {
      header: "Deleted By",
      isLabelled: true,
      className: "@max-table:col-span-2 @table:w-[22%]",
      cell: (of) => <bdi className="wrap-anywhere">{of.deletedBy?.fullName ?? "Unknown"}</bdi>,
    },
    {
      header: "Deleted On",
      isLabelled: true,
      className: "whitespace-nowrap @table:w-32",
      cell: ({ deletedAt }) => <DateText value={deletedAt} />,
    },
    {
      header: "Days Left",
      isLabelled: true,
      className: "@table:w-28",
      cell: (of) => {
        const days = daysLeft(of, now);
        return <Badge tone={days <= FEW_DAYS ? "warning" : "neutral"}>{daysLeftText(days)}</Badge>;
      },
    },
    {
      header: "Actions",
      className: "@max-table:col-span-2 @table:w-40 @table:text-right @wide:w-48",
      cell: (of) => (
        <div className="flex justify-end gap-2">
          <RowButton icon={RotateCcw} label="Restore" about={of.name} onClick={() => onRestore(of)} />
          <RowButton icon={Trash2} label="Delete Permanently" about={of.name} isCompact onClick={() => onDelete(of)} />
        </div>
      ),
    },
  ];
}

export function ProjectTrash({ onClose }: { onClose: () => void }) {
  const { showBanner } = useBanner();
  const [opened, setOpened] = useState<{ dialog: "rename" | "delete"; of: TrashedProject } | null>(null);
  const [openedAt] = useState(() => Date.now());
  const now = useNow(openedAt);
  // A project may have been deleted since the trash was shown a moment ago.
  const { data, error, isValidating, mutate } = useJson(PROJECT_TRASH_PATH, projectTrashSchema, { dedupingInterval: 0 });
  const reload = async () => void (await mutate().catch(() => undefined));
  const close = () => setOpened(null);

  /** Restores a project, unless its name is taken. @throws RequestError 409 then */
  async function restore(of: TrashedProject, name?: string): Promise<void> {
    await sendJson("POST", `${PROJECT_TRASH_PATH}/restore/${of._id}`, { name });
    await reload();
    close();
    showBanner({ tone: "success", message: `Restored “${name ?? of.name}”.` });
  }
  const onRestore = (of: TrashedProject) =>
    void restore(of).catch((reason: unknown) => {
      if (reason instanceof RequestError && reason.status === 409) return setOpened({ dialog: "rename", of });
      showBanner({ tone: "error", message: serverMessage(reason, "Failed to restore project", UNREACHABLE), timeout: NOTICE_MS });
      return reload();
    });

  const columns = trashColumns(now, onRestore, (of) => setOpened({ dialog: "delete", of }));
  return (
    <section aria-label="Trash" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <IconButton icon={ArrowLeft} label="Back to Projects" variant="secondary" size="small" onClick={onClose} />
        <p className="text-ink-muted">You can restore deleted projects for {TRASH_DAYS} days. Until then their files take up storage.</p>
      </div>
      {data?.projects.length ? (
        <ListTable rows={data.projects} columns={columns} label="Deleted projects" hasFixedColumns />
      ) : (
        <TrashPlaceholder items={data?.projects} error={isValidating ? undefined : error} reload={() => void reload()}>
          Deleted projects appear here.
        </TrashPlaceholder>
      )}
      {opened?.dialog === "rename" ? (
        <RestoreDialog project={opened.of} onRestore={(name) => restore(opened.of, name)} onClose={close} />
      ) : null}
      {opened?.dialog === "delete" ? (
        <DeleteDialog
          title="Delete Permanently"
          name={opened.of.name}
          path={`${PROJECT_TRASH_PATH}/${opened.of._id}`}
          deletedMessage="Project deleted permanently"
          failedMessage="Failed to delete project"
          reload={reload}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

interface RestoreDialogProps {
  project: TrashedProject;
  onRestore: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for another name for a project whose name was taken while it was in the trash. */
function RestoreDialog({ project, onRestore, onClose }: RestoreDialogProps) {
  const id = useId();
  const [name, setName] = useState(`${project.name.slice(0, PROJECT_NAME_MAX - 11)} (restored)`);
  const [isBusy, startTransition] = useTransition();
  const [failure, setFailure] = useState<Failure | null>(null);

  async function restore() {
    await onRestore(name).catch((error: unknown) =>
      setFailure(failureOf(error, serverMessage(error, "Failed to restore project", UNREACHABLE))),
    );
  }

  return (
    <FormDialog
      title="Restore Project"
      description={`Another project is called “${project.name}” now. Restore this one under another name.`}
      saveLabel="Restore"
      savingLabel="Restoring..."
      isSaving={isBusy}
      canSave={name.trim() !== ""}
      isChanged={false}
      failure={failure}
      onSubmit={(event) => {
        event.preventDefault();
        setFailure(null);
        startTransition(restore);
      }}
      onClose={onClose}
      className="sm:max-w-md"
    >
      <div className="grid gap-1.5">
        <Label htmlFor={id}>Project name</Label>
        <Input id={id} value={name} maxLength={PROJECT_NAME_MAX} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </div>
    </FormDialog>
  );
}
