"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useDraft } from "@/components/shared/list/use-list-query";
import { useBanner } from "@/components/shared/notices/banner";
import type { BrowseSort } from "@/lib/files/schema";
import { browseFolder, fileFailure } from "../actions/file-calls";
import type { GridHandle } from "../grid/grid-layout";
import { useSelection } from "../grid/use-selection";
import { useOpenFiles } from "../use-open-files";
import { FolderListing } from "./folder-listing";
import { findIndex } from "./folder-pages";
import { parentOf } from "./item-paths";

function useFolder(project: string, path: string) {
  const { isNatural, sortNaturally } = useOpenFiles();
  const [chosenSort, setSort] = useState<BrowseSort>("name-asc");
  const sort = isNatural ? (chosenSort.replace("name", "natural") as BrowseSort) : chosenSort;
  const [search, setSearch] = useState("");
  const [typed, setTyped, forgetTyped] = useDraft(search, setSearch);
  const [listing] = useState(() => new FolderListing((query, signal) => browseFolder(project, query, signal), { path, search: "", sort }));
  const state = useSyncExternalStore(listing.subscribe, listing.getState, listing.getState);

  const [searchedPath, setSearchedPath] = useState(path);
  if (searchedPath !== path) {
    setSearchedPath(path);
    setSearch("");
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the folder changes
  useEffect(forgetTyped, [path, forgetTyped]);

  useEffect(() => {
    listing.reload();
    return () => listing.close();
  }, [listing]);
  useEffect(() => listing.open({ path, search, sort }), [listing, path, search, sort]);

  function clearSearch() {
    forgetTyped();
    setSearch("");
  }

  return { ...state, listing, path, sort, chosenSort, setSort, isNatural, sortNaturally, search, typed, setTyped, clearSearch };
}

export type Folder = ReturnType<typeof useFolder>;

export function useListing(project: string, path: string, grid: RefObject<GridHandle | null>) {
  const { showBanner } = useBanner();
  const folder = useFolder(project, path);
  const selection = useSelection(folder);
  const { held, error } = folder;
  const wanted = useRef<string | null>(null);

  useEffect(() => {
    if (error) showBanner({ tone: "error", message: fileFailure(error, "Failed to load directory", "Error loading directory") });
  }, [error, showBanner]);

  const goToWanted = useEffectEvent(() => {
    if (wanted.current === null || held.isStale || held.total === null) return;
    const name = wanted.current;
    wanted.current = null;
    const index = findIndex(held, 0, (item) => item.name === name);
    if (index < 0) return;
    selection.moveTo(index, false);
    grid.current?.scrollTo(index);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows change
  useEffect(() => {
    goToWanted();
    // The clicked button may have been in a row that no longer exists.
    grid.current?.recoverFocus();
  }, [held, grid]);

  const before = useRef(path);
  useEffect(() => {
    const left = before.current;
    before.current = path;
    if (left === path) return;
    if (left !== "" && parentOf(left) === path) wanted.current = left.slice(path === "" ? 0 : path.length + 1);
    grid.current?.scrollTo(0);
  }, [path, grid]);

  return {
    folder,
    selection,
    /** Reloads the folder and clears search and selection. @param name of the item to move to */
    load: (name?: string) => {
      wanted.current = name ?? null;
      selection.clear();
      folder.clearSearch();
      // Clearing an empty search doesn't reload the folder.
      if (folder.search === "") folder.listing.reload();
    },
  };
}
