import type { ProjectDraft } from "@/components/create-project/project-draft";
import type { PublishedMap } from "@/lib/publish/target";

/** A project whose map is going to be replaced. */
export interface ReplacedProject {
  _id: string;
  name: string;
  safeName: string;
  description: string;
}

/** What an upload is for: a project that is still to be made, or another map for one that is there. */
export type UploadSubject = { kind: "new"; draft: ProjectDraft } | { kind: "replace"; project: ReplacedProject };

/** What both upload screens are given, whichever way the map comes in. */
export interface UploadScreenProps {
  subject: UploadSubject;
  /** Who is signed in: uploads are theirs. */
  account: { id: string; email: string };
  /** The name or description of the project to be made was changed on the screen; not called for a replacement. */
  onDraftChange: (draft: ProjectDraft) => void;
  /** The draft has become a project, or is about to; the next one wants another name. */
  onDraftUsed: () => void;
  /** Back to the name step; for a replacement there is nothing to edit. */
  onEditProject: () => void;
  onBack: () => void;
  onViewProjects: () => void;
  onViewMap: (map: PublishedMap) => void;
}
