"use client";

import type { Links } from "@/components/shared/list/use-linked-project";
import { RefreshButton } from "@/components/shared/refresh-button";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import { AssignedList } from "./assigned-list";
import { useAssignedList } from "./use-assigned-list";

interface AssignedScreenProps extends Links {
  mapsOrigin: string;
  layout: ProjectLayout;
}

export function AssignedScreen(given: AssignedScreenProps) {
  const list = useAssignedList();
  return (
    <AssignedList {...given} heading="h1" list={list} actions={<RefreshButton isBusy={list.isRefreshing} onRefresh={list.reload} />} />
  );
}
