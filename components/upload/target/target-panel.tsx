import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PROJECT_NAME_MAX } from "@/lib/projects/values";
import type { UploadTarget } from "@/lib/upload-client/target";
import { MapAddress } from "./map-address";
import type { ProjectDraft } from "./project-draft";
import type { UploadSubject } from "./upload-subject";

interface TargetPanelProps {
  subject: UploadSubject;
  target: UploadTarget | null;
  onEdit: () => void;
  onDraftChange: ((draft: ProjectDraft) => void) | null;
}

export function TargetPanel({ subject, target, onEdit, onDraftChange }: TargetPanelProps) {
  const isReplaced = target ? target.replacesId !== null : subject.kind === "replace";
  const draft = target === null && subject.kind === "new" ? subject.draft : null;
  const { name, description } = shownOf(subject, target);
  const isNamed = name.trim() !== "";

  function shownContent() {
    if (draft && onDraftChange) return <DraftFields draft={draft} onDraftChange={onDraftChange} onEdit={onEdit} />;
    if (!draft || isNamed) return <Facts name={name} description={description} isReplaced={isReplaced} />;
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-muted">It has no name yet.</p>
        <Button variant="secondary" size="small" onClick={onEdit}>
          Enter Project Name
        </Button>
      </div>
    );
  }

  return (
    <section aria-label="Project" className="grid gap-3 rounded-lg border bg-surface px-5 py-4">
      <header className="flex items-baseline justify-between gap-4">
        <h3 className="text-ink-muted text-sm">Project</h3>
        {isReplaced ? <Badge tone="accent">Replacing its map</Badge> : null}
        {draft && isNamed && !onDraftChange ? (
          <Button variant="link" size="inline" onClick={onEdit} aria-label="Edit project name and description">
            Edit
          </Button>
        ) : null}
      </header>
      {shownContent()}
    </section>
  );
}

function shownOf(subject: UploadSubject, target: UploadTarget | null): { name: string; description: string } {
  if (target) return { name: target.projectName, description: target.description };
  return subject.kind === "replace" ? subject.project : subject.draft;
}

function Facts({ name, description, isReplaced }: { name: string; description: string; isReplaced: boolean }) {
  return (
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
          Its address, settings and assigned users stay. The new map takes the place of the present one in one step when it is ready; the
          present one is kept.
        </p>
      ) : null}
    </div>
  );
}

interface DraftFieldsProps {
  draft: ProjectDraft;
  onDraftChange: (draft: ProjectDraft) => void;
  onEdit: () => void;
}

function DraftFields({ draft, onDraftChange, onEdit }: DraftFieldsProps) {
  return (
    <div className="grid gap-3">
      <Field label="Project Name" required aside={`${draft.name.length}/${PROJECT_NAME_MAX}`}>
        {(control) => (
          <Input
            {...control}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={PROJECT_NAME_MAX}
            value={draft.name}
            onChange={({ target }) => onDraftChange({ ...draft, name: target.value })}
          />
        )}
      </Field>
      <MapAddress name={draft.name} />
      <div className="flex items-baseline justify-between gap-4">
        <p className="wrap-anywhere text-ink-muted">{draft.description || "No description."}</p>
        <Button variant="link" size="inline" onClick={onEdit} aria-label="Edit description">
          Edit
        </Button>
      </div>
    </div>
  );
}
