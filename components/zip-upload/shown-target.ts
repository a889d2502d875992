import type { UploadSubject } from "@/components/publish/target/upload-subject";
import type { Phase } from "./upload-state";

interface ShownTarget {
  name: string;
  description: string;
  /** It is there already, and gets another map. */
  isReplaced: boolean;
}

/** The project that the screen is about: that of the upload under way, else the one it was opened for. */
export function shownTarget(phase: Phase, subject: UploadSubject): ShownTarget {
  if ("target" in phase) {
    const { projectName, description, replacesId } = phase.target;
    return { name: projectName, description, isReplaced: replacesId !== null };
  }
  const { name, description } = subject.kind === "new" ? subject.draft : subject.project;
  return { name, description, isReplaced: subject.kind === "replace" };
}
