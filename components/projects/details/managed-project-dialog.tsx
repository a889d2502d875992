"use client";

import { Map as MapIcon, Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { lazyPart } from "@/components/shared/lazy-part";
import { IconButton } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ProjectDetails, ProjectSummary } from "@/lib/projects/schema";
import type { ProjectVersion } from "@/lib/projects/versions/schema";
import { NO_MAP } from "../list/project-cells";
import { MapPicture } from "../picture/map-picture";
import { ThumbnailEditor } from "../picture/thumbnail-editor";
import { ViewsFact } from "../views/views-fact";
import { AssignedUsers } from "./assigned-users";
import { CloseButton, DetailsFailure, LoadingTab, useProjectDetails } from "./details-parts";
import { FilesPanel } from "./files-panel";
import { Fact, ProjectFacts } from "./project-facts";
import { type ProjectTab, useProjectTab } from "./use-open-project";

const AccessPanel = lazyPart(() => import("@/components/access/access-panel").then(({ AccessPanel }) => AccessPanel), LoadingTab);
const ViewsPanel = lazyPart(() => import("../views/views-panel").then(({ ViewsPanel }) => ViewsPanel), LoadingTab);
const VersionsSection = lazyPart(
  () => import("@/components/upload/replace/versions-section").then(({ VersionsSection }) => VersionsSection),
  () => <Skeleton className="h-full" />,
);
const SettingsTab = lazyPart(() => import("./settings-tab").then(({ SettingsTab }) => SettingsTab), LoadingTab);

const tabLabels = {
  overview: "Overview",
  access: "Access",
  views: "Views",
  versions: "Versions",
  files: "Files",
  settings: "Settings",
} as const satisfies Partial<Record<ProjectTab, string>>;

const parentOf: Partial<Record<ProjectTab, ProjectTab>> = { links: "access", map: "settings" };

const headings: Partial<Record<ProjectTab, string>> = { settings: "Edit Project", map: "Map Settings" };

const thumbnailOf = ({ _id, mapImage }: ProjectVersion) => <MapPicture project={{ safeName: _id, mapImage }} className="mt-0.5" />;

interface ManagedProjectDialogProps {
  project: ProjectSummary;
  /** Origin of all maps, as in `originOf`. */
  mapsOrigin: string;
  onChange: () => void;
  onReplaceMap: () => void;
  onClose: () => void;
}

/** The details of a project for admins. All tabs have the same size. */
export function ManagedProjectDialog({ project: listed, mapsOrigin, onChange, onReplaceMap, onClose }: ManagedProjectDialogProps) {
  const loaded = useProjectDetails(listed._id, onChange);
  const { tab, showTab } = useProjectTab();
  const { openMap } = useMapSelection();
  const { openFiles } = useOpenFiles();
  const [isSaving, setSaving] = useState(false);
  const [changed, setChanged] = useState<ImageChange["project"]>();
  const [isEditAsked, setEditAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const project = { ...listed, ...loaded.details, ...changed };
  const selected = parentOf[tab] ?? tab;

  // On small screens the later tabs are outside the visible area.
  const showSelected = () => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => {
    showSelected();
    // The button that showed this tab may be gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [tab]);

  const leave = (proceed: () => void) => (isSaving ? undefined : leaveScreen(proceed));
  const close = () => leave(onClose);

  function reload() {
    loaded.reload();
    onChange();
  }

  function choose(next: string) {
    setEditAsked(false);
    showTab(next as ProjectTab);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent
        aria-describedby={undefined}
        className="h-dvh max-h-dvh rounded-none sm:h-[min(50rem,calc(100dvh-2rem))] sm:max-w-5xl"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          heading.current?.focus();
          showSelected();
        }}
        onInteractOutside={(event) => {
          if (selected === "access" || selected === "settings") event.preventDefault();
        }}
      >
        <div className="flex items-center gap-4 pr-5">
          <DialogHeader closeLabel={null} className="min-w-0 flex-1 border-b-0 pb-2">
            <p className="text-ink-muted text-sm">{headings[tab] ?? "Project Details"}</p>
            <DialogTitle ref={heading} tabIndex={-1} className="line-clamp-2 outline-none">
              <bdi>{project.name}</bdi>
            </DialogTitle>
          </DialogHeader>
          <IconButton
            icon={MapIcon}
            label="View Map"
            disabled={!project.viewMap}
            title={project.viewMap ? undefined : NO_MAP}
            onClick={() => leave(() => openMap(project))}
          />
        </div>
        <Tabs value={selected} onValueChange={(next) => leave(() => choose(next))} activationMode="manual" className="contents">
          <TabsList ref={list} aria-label="Project" className="shrink-0 px-2">
            {Object.entries(tabLabels).map(([value, label]) => (
              <TabsTrigger key={value} value={value}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value={selected} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            {tab === "overview" ? (
              <OverviewPanel
                project={project}
                loaded={loaded}
                onThumbnailChange={(now) => {
                  setChanged(now);
                  onChange();
                }}
                onViews={() => choose("views")}
                onEdit={() => {
                  setEditAsked(true);
                  showTab("settings");
                }}
              />
            ) : null}
            {selected === "access" ? (
              <AccessPanel project={project} opensWith={tab === "links" ? "links" : "people"} onChange={reload} onClose={close} />
            ) : null}
            {tab === "views" ? <ViewsPanel project={project} /> : null}
            {tab === "versions" ? (
              <>
                <DialogBody>
                  <VersionsSection project={project} onChange={reload} onReplace={onReplaceMap} thumbnailOf={thumbnailOf} />
                </DialogBody>
                <DialogFooter>
                  <CloseButton />
                </DialogFooter>
              </>
            ) : null}
            {tab === "files" ? <FilesPanel loaded={loaded} onFiles={() => openFiles(project.safeName)} /> : null}
            {selected === "settings" ? (
              <SettingsTab
                loaded={loaded}
                isMap={tab === "map"}
                takesFocus={isEditAsked}
                mapsOrigin={mapsOrigin}
                onSaving={setSaving}
                onSaved={(saved: ProjectDetails) => {
                  loaded.replace(saved);
                  choose("overview");
                  onChange();
                }}
                onGone={onChange}
                onShow={choose}
                onClose={close}
              />
            ) : null}
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  );
}

interface OverviewPanelProps {
  project: ProjectSummary;
  loaded: ReturnType<typeof useProjectDetails>;
  onThumbnailChange: (now: ImageChange["project"]) => void;
  onViews: () => void;
  onEdit: () => void;
}

function OverviewPanel({ project, loaded, onThumbnailChange, onViews, onEdit }: OverviewPanelProps) {
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
