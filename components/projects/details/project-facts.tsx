import type { ReactNode } from "react";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { DateText } from "@/components/shared/time/date-text";
import type { ProjectSummary } from "@/lib/projects/schema";
import { CreatorCell } from "../list/project-cells";

interface ProjectFactsProps {
  project: ProjectSummary;
  children?: ReactNode;
}

export function ProjectFacts({ project, children }: ProjectFactsProps) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Fact term="Description" isWide>
        {project.description ? (
          <span className="whitespace-pre-line">{project.description}</span>
        ) : (
          <Missing>No description available</Missing>
        )}
      </Fact>
      <Fact term="Map URL" isWide>
        {project.viewMap ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <a
              href={project.viewMap}
              target="_blank"
              rel="noopener noreferrer"
              className="text-accent-ink underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
            >
              {project.viewMap}
            </a>
            <CopyLinkButton path={project.viewMap} size="small" />
          </span>
        ) : (
          <Missing>No map URL set</Missing>
        )}
      </Fact>
      <Fact term="Created By">
        <CreatorCell project={project} />
      </Fact>
      <Fact term="Date Created">
        <DateText value={project.createdAt} />
      </Fact>
      {children}
    </dl>
  );
}

export function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? "sm:col-span-2" : undefined}>
      <dt className="text-ink-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere mt-0.5">{children}</dd>
    </div>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="text-ink-faint">{children}</span>;
}
