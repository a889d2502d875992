"use client";

import { FolderTree, Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { CreateFlow } from "@/components/publish/target/create-flow";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { useListQuery } from "@/components/shared/list/use-list-query";
import type { InitialPage } from "@/components/shared/list/use-searched-list";
import { PageHeader } from "@/components/shared/page-header";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { ImportSummary } from "@/lib/imports/schema";
import { ASSETS } from "@/lib/maps/schema";
import { type ManagedProject, type ProjectPage, type ProjectSort, projectSortSchema } from "@/lib/projects/schema";
import { ProjectList } from "./project-list";
import { tabsOf, toScreenMode } from "./screen-mode";
import { useScreenMode } from "./use-screen-mode";

interface ProjectScreenProps {
  /** First page of the list, unless only the API can say what is wrong with the search. */
  initial: InitialPage<ProjectPage, ProjectSort> | null;
  /** Imports that are under way. */
  imports: ImportSummary[];
  linked: LinkedMap | null;
  linkedFiles: Pick<ManagedProject, "name" | "safeName"> | null;
  mapsOrigin: string;
  /** Who is signed in: uploads are theirs. */
  account: { id: string; email: string };
}

/** The project-management screen of admins and superadmins. Its mode is in the address, so Back leads from one to the one before. */
export function ProjectScreen({ initial, imports, linked, linkedFiles, mapsOrigin, account }: ProjectScreenProps) {
  const { mode, replacesId, goTo, replaceMap } = useScreenMode();
  const asked = useListQuery(projectSortSchema.options);
  const tabs = useRef<HTMLDivElement>(null);
  // On small screens the tabs of the later steps lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of mode is the occasion
  useEffect(() => {
    tabs.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [mode]);
  const { openFiles } = useOpenFiles();
  const actions = (
    <>
      <Button variant="secondary" onClick={() => openFiles(ASSETS)}>
        <FolderTree aria-hidden />
        Manage Assets
      </Button>
      <Button onClick={() => goTo("create")}>
        <Plus aria-hidden />
        Create Project
      </Button>
    </>
  );
  return (
    <Tabs
      value={mode}
      onValueChange={(value) => leaveScreen(() => goTo(toScreenMode(value)))}
      activationMode="manual"
      className="grid gap-5"
    >
      <PageHeader title="Project Management" actions={mode === "projects" ? actions : null} />
      <TabsList ref={tabs} aria-label="Project management">
        {tabsOf(mode, replacesId !== null).map((tab) => (
          <TabsTrigger key={tab.mode} value={tab.mode}>
            {tab.label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={mode} className="outline-none" tabIndex={-1}>
        {mode === "projects" ? (
          <ProjectList
            initial={initial}
            imports={imports}
            linked={linked}
            linkedFiles={linkedFiles}
            mapsOrigin={mapsOrigin}
            asked={asked}
            onCreate={() => goTo("create")}
            onReplaceMap={replaceMap}
          />
        ) : (
          <CreateFlow key={replacesId} mode={mode} replacesId={replacesId} onModeChange={goTo} account={account} mapsOrigin={mapsOrigin} />
        )}
      </TabsContent>
    </Tabs>
  );
}
