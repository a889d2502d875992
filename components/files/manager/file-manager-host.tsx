"use client";

import { lazyPart } from "@/components/shared/lazy-part";
import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { ASSETS } from "@/lib/maps/values";
import type { ProjectSummary } from "@/lib/projects/schema";
import { useOpenFiles } from "./use-open-files";

const FileManager = lazyPart(() => import("./file-manager").then(({ FileManager }) => FileManager));

interface FileManagerHostProps {
  projects: readonly ProjectSummary[];
  linked: Linked<ProjectSummary> | null;
}

const EXAMPLE = "../assets/logo.png";

const openAnyway = () => undefined;

/** Shows the file manager that the address names. */
export function FileManagerHost({ projects, linked }: FileManagerHostProps) {
  const { project: safeName, closeFiles } = useOpenFiles();
  const project = useLinkedProject(safeName === ASSETS ? null : safeName, projects, linked, openAnyway);
  if (safeName === null) return null;
  const name = project?.name ?? safeName;
  const shared = { project: safeName, onClose: closeFiles };
  return safeName === ASSETS ? (
    <FileManager
      key={safeName}
      {...shared}
      kind={`Files for every map, which loads them as ${EXAMPLE}`}
      title="Shared Assets Manager"
      root="Shared Assets"
    />
  ) : (
    <FileManager key={safeName} {...shared} kind="File Manager" title={name} root={name} />
  );
}
