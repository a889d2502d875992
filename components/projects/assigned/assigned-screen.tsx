"use client";

import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { RefreshButton } from "@/components/shared/refresh-button";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import { AssignedList } from "./assigned-list";
import { useAssignedList } from "./use-assigned-list";

interface AssignedScreenProps {
  linked: LinkedMap | null;
  mapsOrigin: string;
  layout: ProjectLayout;
}

export function AssignedScreen(given: AssignedScreenProps) {
  const list = useAssignedList();
  return (
    <AssignedList {...given} heading="h1" list={list} actions={<RefreshButton isBusy={list.isRefreshing} onRefresh={list.reload} />} />
  );
}
