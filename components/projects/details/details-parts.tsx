import { z } from "zod";
import { countOf } from "@/components/shared/count-of";
import { FailurePanel } from "@/components/shared/failure-panel";
import { formatBytes } from "@/components/shared/format-bytes";
import { UNREACHABLE } from "@/components/shared/load-error";
import { serverMessage } from "@/components/shared/request-json";
import { useDetails } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
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

export function CloseButton() {
  return (
    <DialogClose asChild>
      <Button variant="secondary">Close</Button>
    </DialogClose>
  );
}

/** Stands for a tab while its code or its data loads. */
export function LoadingTab() {
  return (
    <>
      <DialogBody>
        <Skeleton className="h-full" />
      </DialogBody>
      <DialogFooter>
        <CloseButton />
      </DialogFooter>
    </>
  );
}

/** Says why the details could not be loaded. */
export function DetailsFailure({ loaded: { error, isLoading, reload } }: { loaded: ReturnType<typeof useProjectDetails> }) {
  if (!error) return null;
  return (
    <FailurePanel
      error={error}
      message={serverMessage(error, "Failed to load project details", UNREACHABLE)}
      retryLabel="Retry"
      isBusy={isLoading}
      onRetry={reload}
      isLine
    />
  );
}
