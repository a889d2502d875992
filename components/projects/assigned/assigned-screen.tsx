"use client";

import { RotateCw } from "lucide-react";
import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { Button } from "@/components/ui/button";
import { useAssignedList } from "../use-assigned-list";
import { AssignedList } from "./assigned-list";

interface AssignedScreenProps {
  /** The map that the page's address names. */
  linked: LinkedMap | null;
  mapsOrigin: string;
}

/** My Assigned Projects as a screen of their own. */
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
