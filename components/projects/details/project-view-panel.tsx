"use client";

import { Pencil, SlidersHorizontal, UserPlus } from "lucide-react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { UNREACHABLE } from "@/components/shared/load-error";
import { serverMessage } from "@/components/shared/request-json";
import { Button, IconButton } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { VersionsSection } from "@/components/upload/replace/versions-section";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ProjectDetails, ProjectSummary } from "@/lib/projects/schema";
import type { ProjectVersion } from "@/lib/projects/versions/schema";
import { MapPicture } from "../picture/map-picture";
import { ThumbnailEditor } from "../picture/thumbnail-editor";
import { ViewsFact } from "../views/views-fact";
import { AssignedUsers } from "./assigned-users";
import { Conversions } from "./conversions";
import { Fact, ProjectFacts } from "./project-facts";
import { filesOf, type useProjectDetails } from "./use-project-details";

interface ProjectViewPanelProps {
  project: ProjectSummary;
  loaded: ReturnType<typeof useProjectDetails>;
  /** The button of the mode that the user came back from. */
  focused: "edit" | "access" | "map" | "views" | undefined;
  onThumbnailChange: (now: ImageChange["project"]) => void;
  onVersionChange: () => void;
  onReplaceMap: () => void;
  onEdit: () => void;
  onAccess: () => void;
  onMapSettings: () => void;
  onViews: () => void;
  onClose: () => void;
}

export function ProjectViewPanel({
  project,
  loaded,
  focused,
  onEdit,
  onAccess,
  onMapSettings,
  onViews,
  onClose,
  ...changes
}: ProjectViewPanelProps) {
  const { details, error, isLoading, reload } = loaded;
  const missing = (size: string) => (error ? "–" : <Skeleton className={size} />);
  return (
    <>
      <DialogBody>
        <div className="grid gap-5">
          {error ? (
            <FailurePanel
              error={error}
              message={serverMessage(error, "Failed to load project details", UNREACHABLE)}
              retryLabel="Retry"
              isBusy={isLoading}
              onRetry={reload}
              isLine
            />
          ) : null}
          <div>
            <ThumbnailEditor project={project} problem={details?.imageProblem} onChange={changes.onThumbnailChange} onRetry={reload} />
            <ProjectFacts project={details ?? project}>
              <Fact term="Visitor's Location" isWide>
                {(details ?? project).allowsLocation ? "The map may use it" : "The map can't use it"}
              </Fact>
              <Fact term="Camera and Microphone" isWide>
                {(details ?? project).allowsCamera ? "The map may use them" : "The map can't use them"}
              </Fact>
              <Fact term="Uploaded Map" isWide>
                {details ? <UploadedMap details={details} /> : missing("my-1 h-3.5 w-32")}
              </Fact>
              {details ? <Conversions project={details} /> : null}
              {details && details.pages.length > 0 ? (
                <Fact term="Start Page" isWide>
                  <span className="wrap-anywhere">{details.startPage ?? "None"}</span>
                </Fact>
              ) : null}
              <Fact term="Views" isWide>
                <ViewsFact projectId={project._id} isFocused={focused === "views"} onOpen={onViews} />
              </Fact>
              <Fact term="Assigned Users" isWide>
                {details ? <Assigned details={details} /> : missing("h-14")}
              </Fact>
            </ProjectFacts>
          </div>
          <VersionsSection
            project={project}
            onChange={changes.onVersionChange}
            onReplace={changes.onReplaceMap}
            thumbnailOf={thumbnailOf}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        {details?.isDataMap ? (
          <Button variant="secondary" disabled={isLoading} autoFocus={focused === "map"} onClick={onMapSettings}>
            <SlidersHorizontal aria-hidden />
            Map Settings
          </Button>
        ) : null}
        <IconButton icon={UserPlus} label="Access" variant="secondary" autoFocus={focused === "access"} onClick={onAccess} />
        {/* Disabled while loading: late details would change the form during input. */}
        <Button disabled={!details || isLoading} autoFocus={focused === "edit"} onClick={onEdit}>
          <Pencil aria-hidden />
          Edit Project
        </Button>
      </DialogFooter>
    </>
  );
}

const thumbnailOf = ({ _id, mapImage }: ProjectVersion) => <MapPicture project={{ safeName: _id, mapImage }} className="mt-0.5" />;

function UploadedMap({ details }: { details: ProjectDetails }) {
  if (details.fileCount === 0) return <span className="text-ink-faint">None</span>;
  return <span className="tabular-nums">{filesOf(details)}</span>;
}

function Assigned({ details }: { details: ProjectDetails }) {
  return (
    <>
      <p className="mb-2 tabular-nums">{details.assignedUserCount.toLocaleString("en-US")}</p>
      {details.assignedUsers.length > 0 ? <AssignedUsers users={details.assignedUsers} /> : null}
    </>
  );
}
