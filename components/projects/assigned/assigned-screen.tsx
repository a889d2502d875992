"use client";

import { RotateCw } from "lucide-react";
import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { Button } from "@/components/ui/button";
import { AssignedList } from "./assigned-list";
import { useAssignedList } from "./use-assigned-list";

interface AssignedScreenProps {
  linked: LinkedMap | null;
  mapsOrigin: string;
}

export function AssignedScreen({ linked, mapsOrigin }: AssignedScreenProps) {
  const list = useAssignedList();
  const refresh = (
    <Button variant="secondary" busy={list.isRefreshing} onClick={list.refresh}>
      {list.isRefreshing ? null : <RotateCw aria-hidden />}
      Refresh
    </Button>
  );
  return <AssignedList heading="h1" list={list} linked={linked} mapsOrigin={mapsOrigin} actions={refresh} />;
}
