import { Pencil } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import { ThumbnailEditor } from "../picture/thumbnail-editor";
import { ViewsFact } from "../views/views-fact";
import { AssignedUsers } from "./assigned-users";
import { CloseButton, DetailsFailure } from "./details-parts";
import { Fact, ProjectFacts } from "./project-facts";
import type { useProjectDetails } from "./use-project-details";

interface OverviewPanelProps {
  project: ProjectSummary;
  loaded: ReturnType<typeof useProjectDetails>;
  onThumbnailChange: (now: ImageChange["project"]) => void;
  onViews: () => void;
  onEdit: () => void;
}

export function OverviewPanel({ project, loaded, onThumbnailChange, onViews, onEdit }: OverviewPanelProps) {
  const { details, error, reload } = loaded;
  return (
    <>
      <DialogBody className="grid content-start gap-5 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-8">
        <div className="empty:hidden lg:col-span-2">
          <DetailsFailure loaded={loaded} />
        </div>
        <ThumbnailEditor project={project} problem={details?.imageProblem} onChange={onThumbnailChange} onRetry={reload} />
        <ProjectFacts project={project}>
          <Fact term="Visitor's Location">{project.allowsLocation ? "The map may use it" : "The map can't use it"}</Fact>
          <Fact term="Camera and Microphone">{project.allowsCamera ? "The map may use them" : "The map can't use them"}</Fact>
          <Fact term="Views" isWide>
            <ViewsFact projectId={project._id} onOpen={onViews} />
          </Fact>
          <Fact term="Assigned Users" isWide>
            {details ? (
              <>
                <p className="mb-2 tabular-nums">{details.assignedUserCount.toLocaleString("en-US")}</p>
                {details.assignedUsers.length > 0 ? <AssignedUsers users={details.assignedUsers} /> : null}
              </>
            ) : null}
            {details || error ? null : <Skeleton className="h-14" />}
            {error ? "–" : null}
          </Fact>
        </ProjectFacts>
      </DialogBody>
      <DialogFooter>
        <CloseButton />
        <IconButton icon={Pencil} label="Edit Project" onClick={onEdit} />
      </DialogFooter>
    </>
  );
}
