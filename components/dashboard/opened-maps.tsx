"use client";

import { useId, useMemo } from "react";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import type { OnFavourite } from "@/components/projects/gallery/favourite-button";
import { type CardFeatures, ProjectCard } from "@/components/projects/gallery/project-card";
import { galleryStyles } from "@/components/projects/gallery/project-gallery";
import type { ProjectSummary } from "@/lib/projects/schema";
import type { UserDashboard } from "@/lib/projects/stats/schema";

interface OpenedMapsProps {
  dashboard: UserDashboard;
  onFavourite: OnFavourite;
}

/** The maps that the user opened last, and the favourites. */
export function OpenedMaps({ dashboard, onFavourite }: OpenedMapsProps) {
  const { openMap } = useMapSelection();
  const features = useMemo(() => ({ openLabel: "Open Map", onOpen: openMap, onFavourite, actions: [] }) as const, [openMap, onFavourite]);
  if (dashboard.totalProjects === 0) return null;
  return (
    <>
      <Cards title="Recently Opened" projects={dashboard.recentlyOpened} features={features} none="Maps that you open appear here." />
      {dashboard.favourites.length > 0 ? <Cards title="Favourites" projects={dashboard.favourites} features={features} /> : null}
    </>
  );
}

interface CardsProps {
  title: string;
  projects: ProjectSummary[];
  features: CardFeatures<ProjectSummary>;
  none?: string;
}

function Cards({ title, projects, features, none }: CardsProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="font-semibold text-lg">
        {title}
      </h2>
      {projects.length > 0 ? (
        <ul className={galleryStyles}>
          {projects.map((project) => (
            <ProjectCard key={project._id} project={project} features={features} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-muted">{none}</p>
      )}
    </section>
  );
}
