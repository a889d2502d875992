import { SearchX } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import type { ProjectListState } from "./use-project-list";

export function NoMatch({ list: { isSearched, filters, clear } }: { list: Pick<ProjectListState, "isSearched" | "filters" | "clear"> }) {
  const hiding = [isSearched ? ["search"] : [], filters.count > 0 ? ["filters"] : []].flat().join(" and ");
  const clearButton = (
    <Button variant="secondary" onClick={clear}>
      Clear {hiding}
    </Button>
  );
  return <EmptyState icon={SearchX} title={`No projects match your ${hiding}.`} action={clearButton} />;
}
