import { MapAddress } from "@/components/publish/target/map-address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

interface TargetSummaryProps {
  name: string;
  description: string;
  /** It is there already, and gets another map. */
  isReplaced: boolean;
  /** Null once it is settled. */
  onEdit: (() => void) | null;
}

/** The project that the ZIP becomes, or whose map it replaces. */
export function TargetSummary({ name, description, isReplaced, onEdit }: TargetSummaryProps) {
  const isNamed = name.trim() !== "";
  return (
    <section aria-label="Project" className="grid gap-3 rounded-lg border bg-surface px-5 py-4">
      <header className="flex items-baseline justify-between gap-4">
        <h3 className="text-ink-muted text-sm">Project</h3>
        {isReplaced ? <Badge tone="accent">Replacing its map</Badge> : null}
        {isNamed && onEdit ? (
          <Button variant="link" size="inline" onClick={onEdit} aria-label="Edit project name and description">
            Edit
          </Button>
        ) : null}
      </header>
      {isNamed ? (
        <div className="grid gap-1.5">
          <p className="wrap-anywhere font-semibold text-lg">
            <bdi>{name}</bdi>
          </p>
          <MapAddress name={name} />
          {description ? (
            <p dir="auto" className="wrap-anywhere text-ink-muted">
              {description}
            </p>
          ) : null}
          {isReplaced ? (
            <p className="mt-1.5 border-t pt-3 text-ink-muted text-sm">
              Its address, settings and assigned users stay. The new map takes the place of the present one in one step when it is ready;
              the present one is kept.
            </p>
          ) : null}
        </div>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-muted">It has no name yet.</p>
          {onEdit ? (
            <Button variant="secondary" size="small" onClick={onEdit}>
              Enter Project Name
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}
