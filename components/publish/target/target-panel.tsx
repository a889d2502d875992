import type { ProjectDraft } from "@/components/create-project/project-draft";
import { MapAddress } from "@/components/publish/target/map-address";
import type { UploadSubject } from "@/components/publish/target/upload-subject";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PROJECT_NAME_MAX } from "@/lib/projects/schema";
import type { UploadTarget } from "@/lib/publish/target";

interface ProjectPanelProps {
  subject: UploadSubject;
  /** What is under way is settled; null while the person may still change it. */
  target: UploadTarget | null;
  onDraftChange: (draft: ProjectDraft) => void;
  onEditProject: () => void;
}

/** The project that the folder becomes, or whose map it replaces. */
export function ProjectPanel({ subject, target, onDraftChange, onEditProject }: ProjectPanelProps) {
  const isReplaced = target ? target.replacesId !== null : subject.kind === "replace";
  const isOpen = target === null && subject.kind === "new";
  return (
    <section aria-label="Project" className="grid gap-3 rounded-lg border bg-surface px-5 py-4">
      <header className="flex items-baseline justify-between gap-4">
        <h3 className="text-ink-muted text-sm">Project</h3>
        {isReplaced ? <Badge tone="accent">Replacing its map</Badge> : null}
      </header>
      {isOpen ? (
        <DraftFields draft={subject.draft} onDraftChange={onDraftChange} onEditProject={onEditProject} />
      ) : (
        <Settled {...settledOf(subject, target)} isReplaced={isReplaced} />
      )}
    </section>
  );
}

function settledOf(subject: UploadSubject, target: UploadTarget | null): { name: string; description: string } {
  if (target) return { name: target.projectName, description: target.description };
  return subject.kind === "replace" ? subject.project : subject.draft;
}

interface DraftFieldsProps {
  draft: ProjectDraft;
  onDraftChange: (draft: ProjectDraft) => void;
  onEditProject: () => void;
}

function DraftFields({ draft, onDraftChange, onEditProject }: DraftFieldsProps) {
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
        <Button variant="link" size="inline" onClick={onEditProject} aria-label="Edit description">
          Edit
        </Button>
      </div>
    </div>
  );
}

function Settled({ name, description, isReplaced }: { name: string; description: string; isReplaced: boolean }) {
  return (
    <div className="grid gap-1.5">
      <p className="wrap-anywhere font-semibold text-lg">{name}</p>
      <MapAddress name={name} />
      {description ? <p className="wrap-anywhere text-ink-muted">{description}</p> : null}
      {isReplaced ? (
        <p className="mt-1.5 border-t pt-3 text-ink-muted text-sm">
          Its address, settings and assigned users stay. The new map takes the place of the present one in one step when it is ready; the
          present one is kept.
        </p>
      ) : null}
    </div>
  );
}
