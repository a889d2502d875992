"use client";

import { createColumnHelper, getCoreRowModel, useReactTable } from "@tanstack/react-table";
import { Map as MapIcon } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { DataTable } from "@/components/shared/data-table";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { RecentProject } from "@/lib/stats/schema";
import { DayText } from "./day-text";

/** How the two dashboards name the same table (spec 000 §2). */
export interface RecentProjectsWords {
  title: string;
  mapColumn: string;
  showsDescription: boolean;
}

const column = createColumnHelper<RecentProject>();

function recentColumns({ mapColumn, showsDescription }: RecentProjectsWords, openMap: (project: RecentProject) => void) {
  const description = column.accessor("description", {
    header: "Description",
    meta: { className: "max-md:col-span-2 text-ink-muted md:max-w-sm xl:max-w-xl" },
    cell: ({ getValue }) => <span className="wrap-anywhere line-clamp-2">{getValue() || "—"}</span>,
  });
  return [
    column.accessor("name", {
      header: "Project Name",
      meta: { className: "max-md:col-span-2" },
      cell: ({ row: { original: project } }) => <bdi className="wrap-anywhere font-medium">{project.name}</bdi>,
    }),
    ...(showsDescription ? [description] : []),
    column.display({
      id: "map",
      header: mapColumn,
      meta: { className: "max-md:order-last max-md:text-right md:w-44" },
      cell: ({ row: { original: project } }) => (
        <Button variant="secondary" size="small" aria-label={`View Map ${project.name}`} onClick={() => openMap(project)}>
          <MapIcon aria-hidden />
          View Map
        </Button>
      ),
    }),
    column.accessor("createdAt", {
      header: "Date Uploaded",
      meta: { cardLabel: "Date Uploaded", className: "whitespace-nowrap tabular-nums md:w-44" },
      cell: ({ getValue }) => <DayText value={getValue()} />,
    }),
  ];
}

interface RecentProjectsProps {
  projects: RecentProject[];
  words: RecentProjectsWords;
  linked: LinkedMap | null;
  mapsOrigin: string;
  /** Stands where the table would when there are none. */
  empty: ReactNode;
}

/** The latest projects, with a way to each one's map. */
export function RecentProjects({ projects, words, linked, mapsOrigin, empty }: RecentProjectsProps) {
  const { openMap } = useMapSelection();
  const columns = useMemo(() => recentColumns(words, openMap), [words, openMap]);
  const table = useReactTable({
    data: projects,
    columns,
    enableSorting: false,
    getCoreRowModel: getCoreRowModel(),
    getRowId: (project) => project._id,
  });
  return (
    <section className="grid gap-3" aria-labelledby="recent-projects">
      <h2 id="recent-projects" className="font-semibold text-lg">
        {words.title}
      </h2>
      {projects.length > 0 ? <DataTable table={table} label={words.title} /> : <Card>{empty}</Card>}
      <MapViewer projects={projects} linked={linked} mapsOrigin={mapsOrigin} />
    </section>
  );
}
