"use client";

import { Replace } from "lucide-react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { FailurePanel } from "@/components/shared/failure-panel";
import { loadErrorMessage } from "@/components/shared/load-error";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { formatMoment } from "@/components/shared/time/format-relative-time";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectSummary } from "@/lib/projects/schema";
import { FORMER_VERSIONS_KEPT, type ProjectVersion, projectVersionSchema } from "@/lib/projects/versions/schema";
import { VersionRow } from "./version-row";

interface VersionsSectionProps {
  project: Pick<ProjectSummary, "_id" | "name" | "path">;
  onChange: () => void;
  onReplace: () => void;
  /** Returns the thumbnail of a version. */
  thumbnailOf: (version: ProjectVersion) => ReactNode;
}

export function VersionsSection({ project, onChange, onReplace, thumbnailOf }: VersionsSectionProps) {
  const { versions, error, isLoading, reload, isBusy, makeCurrent, editNote } = useVersions(project._id, onChange);
  const [asked, setAsked] = useState<ProjectVersion | null>(null);
  const isEmpty = versions?.length === 0;

  return (
    <section aria-labelledby={`versions-${project._id}`} className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`versions-${project._id}`} className="font-semibold">
          Map Versions
        </h3>
        <Button variant="secondary" size="small" onClick={onReplace}>
          <Replace aria-hidden />
          {isEmpty ? "Upload Map" : "Replace Map"}
        </Button>
      </header>
      {versions ? null : <Missing error={error} isLoading={isLoading} onRetry={reload} />}
      {isEmpty ? <p className="text-ink-muted">No map has been uploaded to this project.</p> : null}
      {versions && !isEmpty ? (
        <ul className="divide-y rounded-lg border">
          {versions.map((version) => (
            <VersionRow
              key={version._id}
              version={version}
              // Record 51: a former version has an address of its own.
              address={`${project.path}${version.isCurrent ? "" : `~${version._id}`}/`}
              onNote={(note) => void editNote(version._id, note)}
              thumbnail={thumbnailOf(version)}
              onMakeCurrent={() => setAsked(version)}
            />
          ))}
        </ul>
      ) : null}
      {versions && versions.length > 1 ? (
        <p className="text-ink-muted text-sm">The last {FORMER_VERSIONS_KEPT} former maps are kept.</p>
      ) : null}
      <ConfirmDialog
        isOpen={asked !== null}
        title="Make this version current?"
        confirmLabel="Make Current"
        isDangerous={false}
        isBusy={isBusy}
        onConfirm={() => asked && void makeCurrent(asked._id).finally(() => setAsked(null))}
        onCancel={() => setAsked(null)}
      >
        <bdi>{project.name}</bdi> will show the map of {asked ? formatMoment(asked.createdAt) : null} at once, to all users who can open it.
        The map that it shows now is kept as a former version.
      </ConfirmDialog>
    </section>
  );
}

function Missing({ error, isLoading, onRetry }: { error: unknown; isLoading: boolean; onRetry: () => void }) {
  if (!error) return <Skeleton className="h-20" />;
  const message = loadErrorMessage(error, "Failed to load the versions of the map");
  return <FailurePanel error={error} message={message} retryLabel="Retry" isBusy={isLoading} onRetry={onRetry} isLine />;
}

const answerSchema = z.object({ message: z.string().optional(), versions: z.array(projectVersionSchema) });

function useVersions(projectId: string, onChange: () => void) {
  const path = `/api/project/versions/${encodeURIComponent(projectId)}`;
  const { showBanner } = useBanner();
  const [isBusy, setBusy] = useState(false);
  const { data, error, isValidating, mutate } = useJson(path, answerSchema);

  async function send(method: "POST" | "PATCH", body: object, failed: string): Promise<void> {
    setBusy(true);
    try {
      const answer = answerSchema.parse(await sendJson(method, path, body));
      const { message = "The map was changed." } = answer;
      await mutate(answer, { revalidate: false });
      showBanner({ tone: "success", message });
      onChange();
    } catch (failure) {
      showBanner({ tone: "error", message: serverMessage(failure, failed) });
      await mutate();
    } finally {
      setBusy(false);
    }
  }

  const makeCurrent = (versionId: string) => send("POST", { versionId }, "The version could not be made current.");
  const editNote = (versionId: string, note: string) => send("PATCH", { versionId, note }, "The note could not be saved.");
  const list = { versions: data?.versions ?? null, error: data ? null : error, isLoading: isValidating, reload: () => void mutate() };
  return { ...list, isBusy, makeCurrent, editNote };
}
