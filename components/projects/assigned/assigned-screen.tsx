"use client";

import { RotateCw } from "lucide-react";
import type { Links } from "@/components/shared/list/use-linked-project";
import { Button } from "@/components/ui/button";
import { AssignedList } from "./assigned-list";
import { useAssignedList } from "./use-assigned-list";

interface AssignedScreenProps extends Links {
  mapsOrigin: string;
}

export function AssignedScreen(links: AssignedScreenProps) {
  const list = useAssignedList();
  const refresh = (
    <Button variant="secondary" busy={list.isRefreshing} onClick={list.refresh}>
      {list.isRefreshing ? null : <RotateCw aria-hidden />}
      Refresh
    </Button>
  );
  return <AssignedList heading="h1" list={list} {...links} actions={refresh} />;
}
