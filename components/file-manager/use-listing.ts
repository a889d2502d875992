"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { fileFailure } from "@/components/files/manager/actions/file-failure";
import { findIndex } from "@/components/files/manager/folder/folder-pages";
import { parentOf } from "@/components/files/manager/folder/item-paths";
import type { GridHandle } from "@/components/files/manager/grid/item-grid";
import { useSelection } from "@/components/files/manager/grid/use-selection";
import { useFolder } from "./use-folder";
import type { Say } from "./use-say";

/** The open folder and what is chosen in it, and how it is loaded anew. */
export function useListing({ project, path, grid, say }: { project: string; path: string; grid: RefObject<GridHandle | null>; say: Say }) {
  const folder = useFolder(project, path);
  const selection = useSelection(folder);
  const { held, error } = folder;
  /** Name of the item that the keyboard is to be on once it is here. */
  const wanted = useRef<string | null>(null);

  const tell = useEffectEvent((failure: unknown) =>
    say("error", fileFailure(failure, "Failed to load directory", "Error loading directory")),
  );
  useEffect(() => {
    if (error) tell(error);
  }, [error]);

  const goToWanted = useEffectEvent(() => {
    if (wanted.current === null || held.isStale || held.total === null) return;
    const name = wanted.current;
    wanted.current = null;
    const index = findIndex(held, 0, (item) => item.name === name);
    if (index < 0) return;
    selection.moveTo(index, false);
    grid.current?.scrollTo(index);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are the occasion
  useEffect(() => {
    goToWanted();
    // The button that was pressed may be gone with the rows of before.
    grid.current?.takeLostFocus();
  }, [held, grid]);

  const before = useRef(path);
  useEffect(() => {
    const left = before.current;
    before.current = path;
    if (left === path) return;
    // Who goes up finds the folder that they came from.
    if (left !== "" && parentOf(left) === path) wanted.current = left.slice(path === "" ? 0 : path.length + 1);
    grid.current?.scrollTo(0);
  }, [path, grid]);

  return {
    folder,
    selection,
    /** Loads the folder anew, which ends search and selection (spec 001 §4). @param name of the item that the keyboard is to be on then */
    load: (name?: string) => {
      wanted.current = name ?? null;
      selection.clear();
      folder.load();
    },
  };
}
