"use client";

import { formatViews } from "@/components/projects/views/map-views-table";
import { countOf } from "@/components/shared/count-of";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { projectViewsSchema } from "@/lib/projects/views/schema";

interface ViewsFactProps {
  projectId: string;
  onOpen: () => void;
}

/** Shows how often a map was opened lately. A click shows by whom. */
export function ViewsFact({ projectId, onOpen }: ViewsFactProps) {
  const { data, error } = useJson(`/api/project/views/${projectId}?limit=1`, projectViewsSchema);
  if (!data && !error) return <Skeleton className="my-1 h-3.5 w-48" />;
  let text = "Show who opened the map";
  if (data?.views === 0) text = "Not opened in the last 30 days";
  else if (data) text = `${formatViews(data.views)} · ${countOf(data.people, ["person", "people"])} in the last 30 days`;
  return (
    <Button variant="link" size="inline" className="tabular-nums" onClick={onOpen}>
      {text}
    </Button>
  );
}
