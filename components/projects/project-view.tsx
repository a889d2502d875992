"use client";

import type { ReactNode } from "react";
import { VersionsSection } from "@/components/publish/replace/versions-section";
import { FailurePanel } from "@/components/shared/failure-panel";
import { Skeleton } from "@/components/ui/skeleton";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ManagedProject, ProjectDetails } from "@/lib/projects/schema";
import { AssignedUsers } from "./details/assigned-users";
import { filesOf } from "./details/file-figures";
import { Fact, ProjectFacts } from "./details/project-facts";
import { MapPictureEditor } from "./picture/map-picture-editor";
import { projectErrorMessage } from "./project-error";

export interface ProjectViewProps {
  /** As far as the list knows it. */
  project: ManagedProject;
  /** Undefined until they are here. */
  details: ProjectDetails | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  onPictureChange: (now: ImageChange["project"]) => void;
  /** Another of its maps is shown now. */
  onVersionChange: () => void;
  onReplaceMap: () => void;
}

/** What is known of a project by those who manage it. */
export function ProjectView({
  project,
  details,
  error,
  isLoading,
  reload,
  onPictureChange,
  onVersionChange,
  onReplaceMap,
}: ProjectViewProps) {
  return (
    <div className="grid gap-5">
      {error ? (
        <FailurePanel
          error={error}
          message={projectErrorMessage(error, "Failed to load project details")}
          retryLabel="Retry"
          isBusy={isLoading}
          onRetry={reload}
          isLine
        />
      ) : null}
      <div>
        <MapPictureEditor project={project} onChange={onPictureChange} />
        <ProjectFacts project={details ?? project}>
          <Fact term="Uploaded Map" isWide>
            <UploadedMap details={details} hasFailed={Boolean(error)} />
          </Fact>
          <Fact term="Assigned Users" isWide>
            <p className="mb-2 tabular-nums">{(details ?? project).assignedUserCount.toLocaleString("en-US")}</p>
            <Assigned details={details} hasFailed={Boolean(error)} />
          </Fact>
        </ProjectFacts>
      </div>
      <VersionsSection project={project} onChange={onVersionChange} onReplace={onReplaceMap} />
    </div>
  );
}

interface LoadedProps {
  details: ProjectDetails | undefined;
  hasFailed: boolean;
}

function UploadedMap({ details, hasFailed }: LoadedProps): ReactNode {
  if (!details) return hasFailed ? "–" : <Skeleton className="my-1 h-3.5 w-32" />;
  if (details.fileCount === 0) return <span className="text-ink-faint">None</span>;
  return <span className="tabular-nums">{filesOf(details)}</span>;
}

function Assigned({ details, hasFailed }: LoadedProps): ReactNode {
  if (details) return details.assignedUsers.length > 0 ? <AssignedUsers users={details.assignedUsers} /> : null;
  return hasFailed ? null : <Skeleton className="h-14" />;
}
