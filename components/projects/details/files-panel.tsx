import { FolderTree } from "lucide-react";
import { ConversionButton } from "@/components/data-maps/conversion-button";
import { useJson } from "@/components/shared/use-json";
import { IconButton } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectDetails } from "@/lib/projects/schema";
import { answerSchema, CloseButton, DetailsFailure, filesOf, type useProjectDetails } from "./details-parts";
import { Fact } from "./project-facts";

const POLL_MS = 3_000;

const isRunning = ({ problem }: ProjectDetails["conversions"][number]) => problem === undefined;

/** Shows which data files of a map are being converted or could not be. What was shown once stays, so that its end can be seen. */
function Conversions({ project }: { project: ProjectDetails }) {
  // The fragment keeps these answers apart from the details, which must not change under a form.
  const path = project.conversions.length > 0 ? `/api/project/details/${project._id}#conversions` : null;
  const { data = project, mutate } = useJson(path, answerSchema, {
    refreshInterval: (latest) => ((latest ?? project).conversions.some(isRunning) ? POLL_MS : 0),
  });
  if (path === null) return null;
  const button = { safeName: project.safeName, onEnd: () => void mutate() };
  return (
    <Fact term="Conversion" isWide>
      {data.conversions.length === 0 ? "All data is converted" : null}
      <ul className="grid gap-2">
        {data.conversions.map(({ path: file, percent, problem }) => (
          <li key={file} className="grid gap-1">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <bdi className="wrap-anywhere mr-auto">{file}</bdi>
              {problem === undefined ? (
                <span className="text-ink-muted tabular-nums">{percent > 0 ? `${percent} %` : "Waiting"}</span>
              ) : null}
              <ConversionButton key={problem} action={problem === undefined ? "cancel" : "again"} path={file} name={file} {...button} />
            </span>
            {problem === undefined ? (
              <Progress label={`Conversion of ${file}`} value={percent} />
            ) : (
              <p className="wrap-anywhere text-danger-ink">{problem}</p>
            )}
          </li>
        ))}
      </ul>
    </Fact>
  );
}

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
