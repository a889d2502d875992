import { Map as MapIcon, Plus, SearchX } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";

interface NoProjectsProps {
  /** What the list was searched for. */
  search: string;
  onClearSearch: () => void;
  onCreate: () => void;
}

/** Why the list has no rows. */
export function NoProjects({ search, onClearSearch, onCreate }: NoProjectsProps) {
  if (search) {
    const clear = (
      <Button variant="secondary" onClick={onClearSearch}>
        Clear search
      </Button>
    );
    return <EmptyState icon={SearchX} title="No projects match your search." action={clear} />;
  }
  const create = (
    <Button onClick={onCreate}>
      <Plus aria-hidden />
      Create Project
    </Button>
  );
  return <EmptyState icon={MapIcon} title="No projects found. Create your first project!" action={create} />;
}
