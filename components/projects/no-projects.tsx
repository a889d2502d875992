import { Map as MapIcon, Plus } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";

/** There is no project at all. */
export function NoProjects({ onCreate }: { onCreate: () => void }) {
  const create = (
    <Button onClick={onCreate}>
      <Plus aria-hidden />
      Create Project
    </Button>
  );
  return <EmptyState icon={MapIcon} title="No projects found. Create your first project!" action={create} />;
}
