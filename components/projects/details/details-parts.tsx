import { FailurePanel } from "@/components/shared/failure-panel";
import { UNREACHABLE } from "@/components/shared/load-error";
import { serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { useProjectDetails } from "./use-project-details";

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
