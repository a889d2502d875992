import { z } from "zod";
import { countOf } from "@/components/shared/count-of";
import { formatBytes } from "@/components/shared/format-bytes";
import { useDetails } from "@/components/shared/use-json";
import { projectDetailsSchema } from "@/lib/projects/schema";
import { sparse } from "../sparse-answers";

export const answerSchema = sparse(z.object({ project: projectDetailsSchema })).transform(({ project }) => project);

/** Loads the details of a project. @param onGone called when the project was deleted */
export function useProjectDetails(id: string, onGone: () => void) {
  return useDetails(`/api/project/details/${id}`, answerSchema, onGone);
}

export function filesOf({ fileCount, byteCount }: { fileCount: number; byteCount: number }): string {
  return `${countOf(fileCount, ["file", "files"])} (${formatBytes(byteCount)})`;
}
