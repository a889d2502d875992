import { Map as MapIcon } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { ProjectSummary } from "@/lib/projects/schema";

interface MapPictureProps {
  project: Pick<ProjectSummary, "safeName" | "mapImage">;
  className?: string;
}

/** A small picture of a project's map, or a drawn one in its place. Beside the project's name, so it says nothing to screen readers. */
export function MapPicture({ project, className }: MapPictureProps) {
  return (
    <span className={classNames("grid aspect-8/5 w-16 shrink-0 place-items-center overflow-hidden rounded-md border bg-surface", className)}>
      {project.mapImage ? (
        // biome-ignore lint/performance/noImgElement: it is small already, and kept by the browser
        <img src={project.mapImage} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <MapIcon aria-hidden className="size-4 text-ink-faint" />
      )}
    </span>
  );
}
