"use client";

import { useRef } from "react";
import { FileManagerDialog } from "@/components/files/manager/file-manager-host";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import { ASSETS } from "@/lib/maps/schema";

interface NamedProject {
  safeName: string;
  name: string;
}

interface FileManagerHostProps {
  /** Projects that the screen lists. */
  projects: readonly NamedProject[];
  /** The project that the page's address named when the server last made it. */
  linked: NamedProject | null;
}

/** Shows the file manager that the address names. */
export function FileManagerHost({ projects, linked }: FileManagerHostProps) {
  const { project: safeName, closeFiles } = useOpenFiles();
  // It stays open, and keeps its name, when the list is searched for something else.
  const last = useRef<NamedProject>(null);
  if (safeName === null) return null;
  if (safeName === ASSETS) return <FileManagerDialog project={{ safeName, name: "Shared Assets" }} isAssets onClose={closeFiles} />;
  const isNamed = (project: NamedProject | null): project is NamedProject => project?.safeName === safeName;
  // A name that nobody knows is told of by the manager itself.
  const project = projects.find(isNamed) ?? [linked, last.current].find(isNamed) ?? { safeName, name: safeName };
  last.current = project;
  return <FileManagerDialog key={safeName} project={project} onClose={closeFiles} />;
}
