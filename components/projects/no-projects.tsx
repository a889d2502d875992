import { CloudOff, Map as MapIcon, Plus, SearchX } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { TableSkeleton } from "@/components/shared/table-skeleton";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { loadErrorMessage, retryLabel } from "./load-error";

interface NoProjectsProps {
  /** False until a first page is here. */
  isLoaded: boolean;
  error: unknown;
  /** What the list was searched for. */
  search: string;
  onRetry: () => void;
  onClearSearch: () => void;
  onCreate: () => void;
}

/** Stands where the table would: it is on its way, did not come, or has no rows. */
export function NoProjects({ isLoaded, error, search, onRetry, onClearSearch, onCreate }: NoProjectsProps) {
  if (!isLoaded && !error) return <TableSkeleton label="Loading projects..." />;
  if (!isLoaded) {
    const retry = (
      <Button variant="secondary" onClick={onRetry}>
        {retryLabel(error)}
      </Button>
    );
    return (
      <Card>
        <EmptyState icon={CloudOff} tone="error" title={loadErrorMessage(error)} action={retry} />
      </Card>
    );
  }
  if (search) {
    const clear = (
      <Button variant="secondary" onClick={onClearSearch}>
        Clear search
      </Button>
    );
    return (
      <Card>
        <EmptyState icon={SearchX} title="No projects match your search." action={clear} />
      </Card>
    );
  }
  const create = (
    <Button onClick={onCreate}>
      <Plus aria-hidden />
      Create Project
    </Button>
  );
  return (
    <Card>
      <EmptyState icon={MapIcon} title="No projects found. Create your first project!" action={create} />
    </Card>
  );
}
