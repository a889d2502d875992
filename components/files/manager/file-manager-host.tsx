"use client";

import { FolderTree } from "lucide-react";
import { useRef } from "react";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { ASSETS } from "@/lib/maps/schema";
import { FileManager, type ManagerHandle } from "./file-manager";
import { useOpenFiles } from "./use-open-files";

interface NamedProject {
  safeName: string;
  name: string;
}

interface FileManagerHostProps {
  projects: readonly NamedProject[];
  /** The project in the page's URL when the server last rendered the page. */
  linked: NamedProject | null;
}

export function FileManagerHost({ projects, linked }: FileManagerHostProps) {
  const { project: safeName } = useOpenFiles();
  // The manager stays open and keeps its name when a search removes the project from the list.
  const last = useRef<NamedProject>(null);
  if (safeName === null) return null;
  if (safeName === ASSETS)
    return <FileManagerDialog project={safeName} kind="Assets Manager" title="Shared Assets Manager" root="Shared Assets" />;
  const isNamed = (project: NamedProject | null): project is NamedProject => project?.safeName === safeName;
  const project = projects.find(isNamed) ?? [linked, last.current].find(isNamed) ?? { safeName, name: safeName };
  last.current = project;
  return <FileManagerDialog key={safeName} project={safeName} kind="File Manager" title={project.name} root={project.name} />;
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
