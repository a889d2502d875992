import { SearchX, Users } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import type { PeopleTexts } from "./people-kind";

interface NoPeopleProps {
  texts: PeopleTexts;
  /** What the list was searched for. */
  search: string;
  onClearSearch: () => void;
  addButton: ReactNode;
}

/** Why the list has no rows. */
export function NoPeople({ texts, search, onClearSearch, addButton }: NoPeopleProps) {
  if (!search) {
    return (
      <EmptyState icon={Users} title={texts.nobody} action={addButton}>
        {texts.addFirst}
      </EmptyState>
    );
  }
  const clear = (
    <Button variant="secondary" onClick={onClearSearch}>
      Clear search
    </Button>
  );
  return (
    <EmptyState icon={SearchX} title={texts.nobody} action={clear}>
      Try adjusting your search criteria
    </EmptyState>
  );
}
