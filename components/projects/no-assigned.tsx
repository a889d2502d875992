import { Inbox, SearchX } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";

/** Nobody has assigned a project to this person (spec 000 §2). */
export function NothingAssigned() {
  return (
    <>
      <Notice live={false}>No projects have been assigned to you yet. Contact your administrator for project access.</Notice>
      <Card>
        <EmptyState icon={Inbox} title="No Projects Assigned">
          You don't have any projects assigned to you yet. Contact your administrator to get access to projects.
        </EmptyState>
      </Card>
    </>
  );
}

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
  return (
    <Card>
      <EmptyState icon={SearchX} title={`No projects match your ${hiding}.`} action={clear} />
    </Card>
  );
}
