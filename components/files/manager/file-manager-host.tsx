"use client";

import { FolderTree } from "lucide-react";
import { useRef } from "react";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { ASSETS } from "@/lib/maps/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import { FileManager, type ManagerHandle } from "./file-manager";
import { useOpenFiles } from "./use-open-files";

interface FileManagerHostProps {
  projects: readonly ProjectSummary[];
  linked: Linked<ProjectSummary> | null;
}

const openAnyway = () => undefined;

export function FileManagerHost({ projects, linked }: FileManagerHostProps) {
  const { project: safeName } = useOpenFiles();
  const project = useLinkedProject(safeName === ASSETS ? null : safeName, projects, linked, openAnyway);
  if (safeName === null) return null;
  if (safeName === ASSETS)
    return <FileManagerDialog project={safeName} kind="Assets Manager" title="Shared Assets Manager" root="Shared Assets" />;
  const name = project?.name ?? safeName;
  return <FileManagerDialog key={safeName} project={safeName} kind="File Manager" title={name} root={name} />;
}

function FileManagerDialog({ project, kind, title, root }: { project: string; kind: string; title: string; root: string }) {
  const { folder, openFolder, closeFiles } = useOpenFiles();
  const manager = useRef<ManagerHandle>(null);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : leaveScreen(closeFiles))}>
      <DialogContent
        aria-describedby={undefined}
        className="h-[96dvh] max-h-[96dvh] sm:h-[88dvh] sm:max-w-6xl"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          manager.current?.focus();
        }}
        onEscapeKeyDown={(event) => {
          if (manager.current?.escape()) event.preventDefault();
        }}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogHeader className="px-4 py-3">
          <p className="text-ink-muted text-sm">{kind}</p>
          <DialogTitle className="flex items-center gap-2">
            <FolderTree aria-hidden className="size-4.5 shrink-0 text-accent-ink" />
            <bdi className="truncate">{title}</bdi>
          </DialogTitle>
        </DialogHeader>
        <FileManager key={project} ref={manager} project={project} root={root} path={folder} onFolder={openFolder} />
      </DialogContent>
    </Dialog>
  );
}
