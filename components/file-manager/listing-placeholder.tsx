import { FolderOpen, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { fileFailure } from "@/components/files/manager/actions/file-failure";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { Button } from "@/components/ui/button";
import type { Folder } from "./use-folder";

/** @returns what stands in place of the rows: that there are none, or that they did not come; null while there are some, or may be */
export function listingPlaceholder(folder: Folder): ReactNode {
  const { held, error, search } = folder;
  if (error && held.pages.size === 0)
    return (
      <FailurePanel
        error={error}
        message={fileFailure(error, "Failed to load directory", "Error loading directory")}
        retryLabel="Try Again"
        isBusy={false}
        onRetry={folder.listing.reload}
        isLine={false}
      />
    );
  if (held.total !== 0) return null;
  if (search === "")
    return (
      <EmptyState icon={FolderOpen} title="This folder is empty">
        Drop files here, or upload them.
      </EmptyState>
    );
  const clear = (
    <Button variant="secondary" onClick={folder.clearSearch}>
      Clear Search
    </Button>
  );
  return <EmptyState icon={SearchX} title="No files found matching the search" action={clear} />;
}
