"use client";

import { Eye, Map as MapIcon } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Initials } from "@/components/shared/initials";
import { lazyPart } from "@/components/shared/lazy-part";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { useWindowRows } from "@/components/shared/list/use-window-rows";
import { DateText } from "@/components/shared/time/date-text";
import type { ManagedProject, ProjectSummary } from "@/lib/projects/schema";
import type { OnFavourite } from "../gallery/favourite-button";
import type { CardFeatures } from "../gallery/project-gallery";
import { type MenuOf, ProjectMenu } from "../gallery/project-menu";
import { CreatorCell, NO_MAP, nameOfCreator, projectNameColumn, roleOfCreator, StatusBadge } from "./project-cells";
import type { ProjectListState } from "./use-project-list";

const MANAGED_PREVIEW = 50;

interface RowFeatures {
  onViewProject: (project: ManagedProject) => void;
  onOpen: (project: ManagedProject) => void;
  onFavourite: OnFavourite;
  menuOf: MenuOf<ManagedProject>;
}

export const badgeOf = ({ status }: ManagedProject) => <StatusBadge status={status} />;

function projectColumns({ onViewProject, onOpen, onFavourite, menuOf }: RowFeatures): Column<ManagedProject>[] {
  return [
    projectNameColumn(MANAGED_PREVIEW, onFavourite, { badgeOf, onView: onViewProject }),
    {
      header: "Created By",
      sorts: ["creator-asc", "creator-desc"],
      isLabelled: true,
      className: "@max-table:col-span-2 @table:w-[18%] @wide:w-52",
      cell: (project) => <CreatorCell project={project} />,
    },
    {
      header: "Created Date",
      sorts: ["date-oldest", "date-newest"],
      isLabelled: true,
      className: "whitespace-nowrap tabular-nums @table:w-32 @wide:w-34",
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      header: "Assigned Users",
      isLabelled: true,
      className: "tabular-nums @table:w-24 @wide:w-32 @wide:whitespace-nowrap",
      cell: ({ assignedUserCount }) => assignedUserCount,
    },
    {
      header: "Actions",
      className: "@max-table:col-span-2 @table:w-25 @table:text-right @wide:w-44",
      cell: (project) => (
        <div className="flex flex-wrap items-center gap-2 @table:flex-nowrap @table:justify-end">
          {project.viewMap ? <RowButton icon={MapIcon} label="View Map" about={project.name} onClick={() => onOpen(project)} /> : null}
          <ProjectMenu project={project} menuOf={menuOf} />
        </div>
      ),
    },
  ];
}

interface ProjectTableProps extends Pick<ProjectListState, "order" | "isStale"> {
  projects: ManagedProject[];
  /** Must be stable. */
  features: RowFeatures;
}

export function ProjectTable({ projects, order, isStale, features }: ProjectTableProps) {
  const columns = useMemo(() => projectColumns(features), [features]);
  return (
    <ListTable rows={projects} columns={columns} label="Projects" order={order} isStale={isStale} hasFixedColumns useRows={useWindowRows} />
  );
}

const OpenedMenu = lazyPart(
  () => import("@/components/shared/opened-menu").then(({ OpenedMenu }) => OpenedMenu),
  ({ trigger }) => trigger,
);

const ASSIGNED_PREVIEW = 30;

export function assignedColumns(
  onViewDetails: (project: ProjectSummary) => void,
  onOpenMap: (project: ProjectSummary) => void,
  onFavourite: OnFavourite,
  badgeOf: (project: ProjectSummary) => ReactNode,
): Column<ProjectSummary>[] {
  return [
    projectNameColumn(ASSIGNED_PREVIEW, onFavourite, { badgeOf }),
    {
      header: "Created By",
      sorts: ["creator-asc", "creator-desc"],
      className: "@table:w-[23%] @wide:w-[24%]",
      cell: (project) => <AssignedCreator project={project} />,
    },
    {
      header: "View Map",
      className: "@max-table:order-last @table:w-22 @wide:w-35",
      cell: (project) => (
        <RowButton
          icon={MapIcon}
          label="Open Map"
          about={project.name}
          unavailable={project.viewMap ? undefined : NO_MAP}
          onClick={() => onOpenMap(project)}
        />
      ),
    },
    {
      header: "Date Registered",
      sorts: ["date-oldest", "date-newest"],
      isLabelled: true,
      className: "whitespace-nowrap tabular-nums @table:w-38",
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      header: "Actions",
      className: "@max-table:order-last @max-table:text-right @table:w-20 @wide:w-38",
      cell: (project) => (
        <RowButton icon={Eye} label="View details" about={project.name} coversRow onClick={() => onViewDetails(project)} />
      ),
    },
  ];
}

export function assignedFeatures(
  onViewDetails: (project: ProjectSummary) => void,
  onOpen: (project: ProjectSummary) => void,
  onFavourite: OnFavourite,
  badgeOf: (project: ProjectSummary) => ReactNode,
): CardFeatures<ProjectSummary> {
  const menuOf: MenuOf<ProjectSummary> = (project, menu) => (
    <OpenedMenu {...menu} actions={[{ icon: Eye, label: "View details", run: () => onViewDetails(project) }]} />
  );
  return { openLabel: "Open Map", onOpen, onFavourite, badgeOf, menuOf };
}

function AssignedCreator({ project }: { project: ProjectSummary }) {
  const name = nameOfCreator(project);
  return (
    <span className="flex items-center gap-2.5">
      <Initials name={name} />
      <span className="grid min-w-0 @wide:[td_&]:flex @wide:[td_&]:items-baseline @wide:[td_&]:gap-2">
        <bdi className="wrap-break-word @wide:[td_&]:truncate">{name}</bdi>
        <span className="shrink-0 text-ink-muted text-sm">{roleOfCreator(project)}</span>
      </span>
    </span>
  );
}
