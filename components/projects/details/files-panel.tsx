import { FolderTree } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectDetails } from "@/lib/projects/schema";
import { Conversions } from "./conversions";
import { CloseButton, DetailsFailure } from "./details-parts";
import { Fact } from "./project-facts";
import { filesOf, type useProjectDetails } from "./use-project-details";

interface FilesPanelProps {
  loaded: ReturnType<typeof useProjectDetails>;
  onFiles: () => void;
}

const uploadedOf = (details: ProjectDetails) => (details.fileCount > 0 ? filesOf(details) : "None");

const startPageOf = ({ startPage, fileCount }: ProjectDetails) => startPage ?? (fileCount > 0 ? "index.html" : "None");

/** What was uploaded, how far its data is converted, and the way to the file manager. */
export function FilesPanel({ loaded, onFiles }: FilesPanelProps) {
  const { details, error } = loaded;
  const missing = error ? "–" : <Skeleton className="my-1 h-3.5 w-32" />;
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        <DetailsFailure loaded={loaded} />
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact term="Uploaded Map">
            <span className="tabular-nums">{details ? uploadedOf(details) : missing}</span>
          </Fact>
          <Fact term="Start Page">{details ? startPageOf(details) : missing}</Fact>
          {details ? <Conversions project={details} /> : null}
        </dl>
        <p className="text-ink-muted">
          The file manager shows, edits, uploads and deletes the files of the map. Changes are online at once.
        </p>
      </DialogBody>
      <DialogFooter>
        <CloseButton />
        <IconButton icon={FolderTree} label="Manage Files" onClick={onFiles} />
      </DialogFooter>
    </>
  );
}
