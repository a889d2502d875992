import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { CardFace, cardStyles } from "@/components/shared/card-face";
import { DayText } from "./day-text";

interface LastProjectCardProps {
  /** When it was made, as ISO 8601; null when there is none, undefined when nobody knows. */
  project: { name: string; time: string } | null | undefined;
  /** Stands for the day when there is no project. */
  noProject?: ReactNode;
  isPending: boolean;
  className?: string;
}

/** The latest project's name and day. */
export function LastProjectCard({ project, noProject = null, isPending, className = "" }: LastProjectCardProps) {
  return (
    <div className={`${cardStyles} ${className}`}>
      <CardFace
        icon={Upload}
        label="Last Project Uploaded"
        value={<LastName project={project} />}
        foot={project ? <DayText value={project.time} /> : project === null && noProject}
        isPending={isPending}
      />
    </div>
  );
}

function LastName({ project }: Pick<LastProjectCardProps, "project">) {
  if (project) {
    return (
      <bdi title={project.name} className="block truncate">
        {project.name}
      </bdi>
    );
  }
  if (project === null) return <span className="text-ink-muted">No projects yet</span>;
  return (
    <>
      <span aria-hidden className="text-ink-faint">
        —
      </span>
      <span className="sr-only">not known</span>
    </>
  );
}
