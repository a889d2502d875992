import { SearchX } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";

interface NoMatchProps {
  isSearched: boolean;
  isFiltered: boolean;
  /** Takes back the search and the filters. */
  onClear: () => void;
}

/** What hides every project; the specification has words for the search alone. */
export function NoMatch({ isSearched, isFiltered, onClear }: NoMatchProps) {
  const hiding = [isSearched ? ["search"] : [], isFiltered ? ["filters"] : []].flat().join(" and ");
  const clear = (
    <Button variant="secondary" onClick={onClear}>
      Clear {hiding}
    </Button>
  );
  return <EmptyState icon={SearchX} title={`No projects match your ${hiding}.`} action={clear} />;
}
