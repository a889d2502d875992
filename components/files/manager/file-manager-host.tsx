"use client";

import { FolderTree } from "lucide-react";
import { useRef } from "react";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { FileManager, type ManagerHandle } from "./file-manager";
import { useOpenFiles } from "./use-open-files";

interface FileManagerDialogProps {
  project: { safeName: string; name: string };
  /** It is the folder that all maps share. */
  isAssets?: boolean;
  onClose: () => void;
}

/** The file manager of a project, or of the shared assets, over the project list. */
export function FileManagerDialog({ project, isAssets = false, onClose }: FileManagerDialogProps) {
  const { folder, openFolder } = useOpenFiles();
  const manager = useRef<ManagerHandle>(null);
  return (
    // Asks first when something would be lost.
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : leaveScreen(onClose))}>
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
          <p className="text-ink-muted text-sm">{isAssets ? "Assets Manager" : "File Manager"}</p>
          <DialogTitle className="flex items-center gap-2">
            <FolderTree aria-hidden className="size-4.5 shrink-0 text-accent-ink" />
            <bdi className="truncate">{isAssets ? "Shared Assets Manager" : project.name}</bdi>
          </DialogTitle>
        </DialogHeader>
        <FileManager
          key={project.safeName}
          ref={manager}
          project={project.safeName}
          root={isAssets ? "Shared Assets" : project.name}
          path={folder}
          onFolder={openFolder}
        />
      </DialogContent>
    </Dialog>
  );
}
