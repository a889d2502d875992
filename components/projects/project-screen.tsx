"use client";

import { FolderTree, Plus, Trash2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { lazyPart } from "@/components/shared/lazy-part";
import { useAddress } from "@/components/shared/list/use-address";
import type { Links } from "@/components/shared/list/use-linked-project";
import { useListQuery } from "@/components/shared/list/use-list-query";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import { PageHeader } from "@/components/shared/page-header";
import { Button, IconButton } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { Published } from "@/components/upload/controller/upload-state";
import { chosenUploads } from "@/components/upload/tray/chosen-upload";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import { ASSETS } from "@/lib/maps/values";
import type { ProjectPage } from "@/lib/projects/schema";
import { PROJECT_SORTS, type ProjectSort } from "@/lib/projects/values";
import { ProjectList } from "./list/project-list";

/** Modes of the project screen, in the order of their tabs. `projects` is the list. */
const screenModes = ["projects", "create", "options", "upload", "zip-upload", "trash"] as const;
type ScreenMode = (typeof screenModes)[number];

const modeLabels: Readonly<Record<ScreenMode, string>> = {
  projects: "Project List",
  create: "Create New Project",
  options: "Creation Options",
  upload: "Upload Folder",
  "zip-upload": "Upload ZIP",
  trash: "Trash",
};

const replaceModes: readonly ScreenMode[] = ["options", "upload", "zip-upload"];

/** @param value the `mode` parameter of the URL. Unknown values mean the list. */
export function toScreenMode(value: string | null): ScreenMode {
  return screenModes.find((mode) => mode === value) ?? "projects";
}

function isReplaceMode(mode: ScreenMode): boolean {
  return replaceModes.includes(mode);
}

interface ScreenTab {
  mode: ScreenMode;
  label: string;
}

const steps: readonly ScreenMode[] = screenModes.filter((mode) => mode !== "trash");

/** Returns the tabs of the steps reached. Both uploads are one step, so that the user can switch between them. */
export function tabsOf(mode: ScreenMode, isReplacing: boolean): readonly ScreenTab[] {
  const isUpload = mode === "upload" || mode === "zip-upload";
  const open = isUpload ? steps : steps.slice(0, Math.max(2, steps.indexOf(mode) + 1));
  const reached = mode === "trash" ? [...open, mode] : open;
  const shown = isReplacing ? reached.filter((tab) => tab !== "create") : reached;
  return shown.map((tab) => ({ mode: tab, label: isReplacing && tab === "options" ? "Replace Map" : modeLabels[tab] }));
}

const part = () => <Skeleton className="h-80 max-w-2xl" />;
const CreateFlow = lazyPart(() => import("@/components/upload/target/create-flow").then(({ CreateFlow }) => CreateFlow), part);
const DropToCreate = lazyPart(
  () => import("@/components/upload/screen/drop-to-create").then(({ DropToCreate }) => DropToCreate),
  () => null,
);
const PublishedPanel = lazyPart(
  () => import("./published-panel").then(({ PublishedPanel }) => PublishedPanel),
  () => <Skeleton className="h-52" />,
);
const ProjectTrash = lazyPart(() => import("./trash/project-trash").then(({ ProjectTrash }) => ProjectTrash), part);

/** Closes the dialogs that the URL names. */
const closed = { map: null, view: null, files: null, folder: null, project: null, tab: null };

/** The mode is in the URL as `?mode=`. With `&replace=<project id>` an upload replaces the map of that project. */
function useScreenMode() {
  const { parameters, changeAddress } = useAddress();
  const mode = toScreenMode(parameters.get("mode"));
  const replacesId = isReplaceMode(mode) ? parameters.get("replace") : null;

  const open = useCallback(
    (next: ScreenMode, replace: string | null, upload: string | null = null) =>
      changeAddress({ ...closed, mode: next === "projects" ? null : next, replace, upload }, "push"),
    [changeAddress],
  );
  const goTo = (next: ScreenMode) => open(next, isReplaceMode(next) ? replacesId : null);
  const replaceMap = (projectId: string) => open("options", projectId);

  return { mode, replacesId, open, goTo, replaceMap };
}

interface ProjectScreenProps extends Links {
  initial: InitialPage<ProjectPage, ProjectSort> | null;
  mapsOrigin: string;
  layout: ProjectLayout;
  account: { id: string; email: string; isLimited?: boolean };
}

export function ProjectScreen({ initial, mapsOrigin, layout, account, ...links }: ProjectScreenProps) {
  const { mode, replacesId, open, goTo, replaceMap } = useScreenMode();
  const asked = useListQuery(PROJECT_SORTS);
  const tabs = useRef<HTMLDivElement>(null);
  const shown = useRef(mode);
  useEffect(() => {
    const list = tabs.current;
    const selected = list?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list || !selected) return;
    // On small screens the later tabs are outside the visible area. Fonts and rotation change the widths.
    const resized = new ResizeObserver(() => {
      list.scrollLeft = selected.offsetLeft - list.offsetLeft - (list.clientWidth - selected.offsetWidth) / 2;
    });
    for (const element of [list, selected]) resized.observe(element);
    // Skips the first render: users may scroll before this code has loaded.
    if (shown.current !== mode) list.scrollIntoView({ block: "nearest" });
    shown.current = mode;
    return () => resized.disconnect();
  }, [mode]);
  const { openFiles } = useOpenFiles();
  const { openMap } = useMapSelection();
  const [published, setPublished] = useState<Published | null>(null);
  useEffect(() => (mode === "projects" ? () => setPublished(null) : undefined), [mode]);
  const actions = (
    <>
      <IconButton icon={Trash2} label="Trash" variant="secondary" onClick={() => goTo("trash")} />
      {account.isLimited ? null : (
        <Button variant="secondary" onClick={() => openFiles(ASSETS)}>
          <FolderTree aria-hidden />
          Manage Assets
        </Button>
      )}
      <Button onClick={() => goTo("create")}>
        <Plus aria-hidden />
        Create Project
      </Button>
    </>
  );
  return (
    <Tabs value={mode} onValueChange={(value) => goTo(toScreenMode(value))} activationMode="manual" className="grid gap-5">
      {mode === "projects" ? <DropToCreate accountId={account.id} onDropped={(next, upload) => open(next, null, upload)} /> : null}
      <PageHeader title="Project Management" actions={mode === "projects" ? actions : null} />
      <TabsList ref={tabs} aria-label="Project management">
        {tabsOf(mode, replacesId !== null).map((tab) => (
          <TabsTrigger key={tab.mode} value={tab.mode}>
            {tab.label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={mode} className="outline-none" tabIndex={-1}>
        {mode === "projects" && published ? (
          <div className="mb-5">
            <PublishedPanel {...published} onOpenMap={openMap} onAnother={() => goTo("create")} onDismiss={() => setPublished(null)} />
          </div>
        ) : null}
        {mode === "projects" ? (
          <ProjectList
            initial={initial}
            {...links}
            mapsOrigin={mapsOrigin}
            layout={layout}
            asked={asked}
            onCreate={() => goTo("create")}
            onReplaceMap={replaceMap}
            accountId={account.id}
            onReplace={open}
          />
        ) : null}
        {mode === "trash" ? <ProjectTrash onClose={() => goTo("projects")} /> : null}
        {mode === "projects" || mode === "trash" ? null : (
          <CreateFlow
            key={replacesId}
            mode={mode}
            replacesId={replacesId}
            uploads={chosenUploads}
            onModeChange={goTo}
            onChosen={(next, upload) => open(next, null, upload)}
            onPublished={setPublished}
            PublishedPanel={PublishedPanel}
            account={account}
            mapsOrigin={mapsOrigin}
          />
        )}
      </TabsContent>
    </Tabs>
  );
}
