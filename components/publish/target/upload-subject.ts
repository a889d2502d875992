import type { PublishedMap } from "@/lib/publish/target";
import type { ProjectDraft } from "./project-draft";
import type { ReplacedProject } from "./use-replaced-project";

export type UploadSubject = { kind: "new"; draft: ProjectDraft } | { kind: "replace"; project: ReplacedProject };

export interface UploadScreenProps {
  subject: UploadSubject;
  account: { id: string; email: string };
  onDraftChange: (draft: ProjectDraft) => void;
  /** Called when the draft has become a project or is about to. */
  onDraftUsed: () => void;
  onEditProject: () => void;
  onBack: () => void;
  onDropCancelled: () => void;
  onViewProjects: () => void;
  onViewMap: (map: PublishedMap) => void;
}
