"use client";

interface TrashViewProps {
  /** Safe name of a project, or `assets`. */
  project: string;
  /** Something is in the map again. */
  onRestored: () => void;
  /** Back to the files. */
  onClose: () => void;
}

/** What was deleted from a map in the last days, in place of its files. */
export function TrashView({ project }: TrashViewProps) {
  return <div data-project={project}>Trash</div>;
}
