import { Files, SearchX } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";

/** Why the list has no rows. */
export function NoFiles({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState icon={Files} title="No files found">
        No files have been uploaded yet
      </EmptyState>
    );
  }
  const clear = (
    <Button variant="secondary" onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <EmptyState icon={SearchX} title="No files found" action={clear}>
      Try adjusting your search criteria or filters
    </EmptyState>
  );
}
