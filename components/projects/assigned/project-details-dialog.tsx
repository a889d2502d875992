import { ExternalLink, Map as MapIcon } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import type { ProjectSummary } from "@/lib/projects/schema";

/** Why a button that would open a map does not (spec 000 §2). */
export const NO_MAP = "No map URL available";

interface QuickActionsProps {
  project: Pick<ProjectSummary, "viewMap">;
  onOpenMap: () => void;
}

/** What the details of a project offer (spec 000 §2). */
export function QuickActions({ project: { viewMap }, onOpenMap }: QuickActionsProps) {
  const heading = useId();
  const newTab = (
    <>
      <ExternalLink aria-hidden />
      Open in New Tab
    </>
  );
  return (
    <section aria-labelledby={heading} className="mt-5 border-t pt-4">
      <h3 id={heading} className="text-ink-muted text-sm">
        Quick Actions
      </h3>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:flex">
        <Button variant="secondary" disabled={!viewMap} title={viewMap ? undefined : NO_MAP} onClick={onOpenMap}>
          <MapIcon aria-hidden />
          Open Map
        </Button>
        {viewMap ? (
          <Button asChild variant="secondary">
            <a href={viewMap} target="_blank" rel="noopener noreferrer">
              {newTab}
            </a>
          </Button>
        ) : (
          <Button variant="secondary" disabled title={NO_MAP}>
            {newTab}
          </Button>
        )}
      </div>
    </section>
  );
}
