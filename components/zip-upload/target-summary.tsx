import { MapAddress } from "@/components/create-project/map-address";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { NAME_MISSING_MESSAGE } from "./zip-file-rules";

interface TargetSummaryProps {
  name: string;
  description: string;
  /** Null once it is settled. */
  onEdit: (() => void) | null;
}

/** The project that the ZIP becomes. */
export function TargetSummary({ name, description, onEdit }: TargetSummaryProps) {
  if (name.trim() === "" && onEdit) {
    const enter = (
      <Button variant="secondary" size="small" onClick={onEdit}>
        Enter Project Name
      </Button>
    );
    return (
      <Notice live={false} tone="warning" actions={enter}>
        {NAME_MISSING_MESSAGE}
      </Notice>
    );
  }
  return (
    <section aria-label="Project" className="flex items-start justify-between gap-4 rounded-lg border bg-surface px-5 py-4">
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <MapAddress name={name} />
        {description ? <p className="wrap-anywhere text-ink-muted">{description}</p> : null}
      </div>
      {onEdit ? (
        <Button variant="ghost" size="small" onClick={onEdit} aria-label="Edit project name and description">
          Edit
        </Button>
      ) : null}
    </section>
  );
}
