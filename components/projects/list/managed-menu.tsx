"use client";

import { Eye, FileArchive, FolderTree, FolderUp, Link, Pencil, Trash2, UserPlus } from "lucide-react";
import type { ReactElement } from "react";
import { linkTo } from "@/components/access/access-project";
import { useCopy } from "@/components/shared/copy-link-button";
import { NOT_LOADED } from "@/components/shared/lazy-part";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { OpenedMenu, type ProjectAction } from "@/components/shared/opened-menu";
import { useFolderChooser, useZipChooser } from "@/components/upload/source/pickers";
import { chosenUploads } from "@/components/upload/tray/chosen-upload";
import type { ManagedProject } from "@/lib/projects/schema";
import type { ProjectTab } from "../details/use-open-project";

export interface ManagedActions {
  accountId: string;
  onView: (project: ManagedProject, tab?: ProjectTab) => void;
  onFiles: (safeName: string) => void;
  onDelete: (project: ManagedProject) => void;
  /** Shows the upload of a new map of the project. */
  onReplace: (mode: "upload" | "zip-upload", projectId: string, uploadId: string) => void;
}

interface ManagedMenuProps extends ManagedActions {
  project: ManagedProject;
  trigger: ReactElement;
  onClose: () => void;
}

/** All that an admin can do with a project. */
export function ManagedMenu({ project, accountId, onView, onFiles, onDelete, onReplace, ...menu }: ManagedMenuProps) {
  const { showBanner } = useBanner();
  const copy = useCopy();
  const replace = (mode: "upload" | "zip-upload", added: Promise<string>) =>
    added
      .then((uploadId) => onReplace(mode, project._id, uploadId))
      .catch(() => showBanner({ tone: "error", message: NOT_LOADED, timeout: NOTICE_MS }));
  const zip = useZipChooser((files) => void replace("zip-upload", chosenUploads.addZip(accountId, files)));
  const folder = useFolderChooser((choice) => void replace("upload", chosenUploads.addFolder(accountId, choice)));
  const upload = project.status === "none" ? "Upload" : "Replace with";
  const copyLink = () => copy(new URL(linkTo(project), window.location.origin).href, "Link copied", "The link is");
  const actions: ProjectAction[] = [
    { icon: Eye, label: "View Project", run: () => onView(project) },
    { icon: UserPlus, label: "Access", run: () => onView(project, "access") },
    { icon: FolderUp, label: `${upload} Folder`, run: () => void folder.open() },
    { icon: FileArchive, label: `${upload} ZIP`, run: () => void zip.open() },
    ...(project.viewMap ? [{ icon: Link, label: "Copy link", run: () => void copyLink() }] : []),
    { icon: Pencil, label: "Edit Project", run: () => onView(project, "settings") },
    { icon: FolderTree, label: "Manage Files", run: () => onFiles(project.safeName) },
    { icon: Trash2, label: "Delete Project", tone: "danger", run: () => onDelete(project) },
  ];
  return (
    <>
      <OpenedMenu {...menu} actions={actions} />
      {folder.input}
      {zip.input}
    </>
  );
}
