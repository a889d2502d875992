"use client";

import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { RefreshButton } from "@/components/shared/refresh-button";
import { AssignedList } from "./assigned-list";
import { useAssignedList } from "./use-assigned-list";

interface AssignedScreenProps {
  linked: LinkedMap | null;
  mapsOrigin: string;
}

export function AssignedScreen({ linked, mapsOrigin }: AssignedScreenProps) {
  const list = useAssignedList();
  const refresh = <RefreshButton isBusy={list.isRefreshing} onRefresh={list.refresh} />;
  return <AssignedList heading="h1" list={list} linked={linked} mapsOrigin={mapsOrigin} actions={refresh} />;
}
