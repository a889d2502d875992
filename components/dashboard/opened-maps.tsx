import { useId } from "react";
import { type CardFeatures, ProjectCard } from "@/components/projects/gallery/project-card";
import { galleryStyles } from "@/components/projects/gallery/project-gallery";
import type { ProjectSummary } from "@/lib/projects/schema";

interface OpenedMapsProps {
  title: "Recently Opened" | "Favourites";
  projects: ProjectSummary[];
  features: CardFeatures<ProjectSummary>;
}

/** Shows a few maps of a user's dashboard as cards. */
export function OpenedMaps({ title, projects, features }: OpenedMapsProps) {
  const heading = useId();
  if (projects.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="font-semibold text-lg">
        {title}
      </h2>
      <ul className={galleryStyles}>
        {projects.map((project) => (
          <ProjectCard key={project._id} project={project} features={features} />
        ))}
      </ul>
    </section>
  );
}
