"use client";

import type { ComponentType } from "react";
import { z } from "zod";
import { useJson } from "@/components/shared/use-json";
import { projectDetailsSchema } from "@/lib/projects/schema";
import type { PublishedMap } from "@/lib/upload-client/published-map";
import type { Published } from "../controller/upload-state";
import type { ProjectDraft } from "./project-draft";

export type UploadSubject = { kind: "new"; draft: ProjectDraft } | { kind: "replace"; project: ReplacedProject };

export interface PublishedPanelProps extends Published {
  onOpenMap: (map: PublishedMap) => void;
  onAnother: () => void;
  /** Absent where the panel stands for the form. */
  onDismiss?: () => void;
}

export interface UploadScreenProps {
  subject: UploadSubject;
  account: { id: string; email: string };
  /** Maps have no origins of their own, so root paths of a site lead nowhere. */
  sharesOrigin: boolean;
  onDraftChange: (draft: ProjectDraft) => void;
  /** Called when the draft has become a project or is about to. */
  onDraftUsed: () => void;
  onEditProject: () => void;
  onBack: () => void;
  onDropCancelled: () => void;
  onViewProjects: () => void;
  /** Called when the project list takes the place of the screen after a map is online. */
  onPublished: (published: Published) => void;
  onAnother: () => void;
  /** Shows a map that is online in place of the form. */
  PublishedPanel: ComponentType<PublishedPanelProps>;
  onViewMap: (map: PublishedMap) => void;
}

const projectSchema = projectDetailsSchema.pick({
  _id: true,
  name: true,
  safeName: true,
  description: true,
  allowsLocation: true,
  allowsCamera: true,
});
const answerSchema = z.object({ project: projectSchema }).transform(({ project }) => project);

type ReplacedProject = z.output<typeof projectSchema>;

export function useReplacedProject(id: string | null) {
  const path = id === null ? null : `/api/project/details/${encodeURIComponent(id)}`;
  const { data, error, isValidating, mutate } = useJson(path, answerSchema, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  return { project: data ?? null, error: data ? null : error, isBusy: isValidating, retry: () => void mutate() };
}
