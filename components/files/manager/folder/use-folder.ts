"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { useDraft } from "@/components/shared/list/use-draft";
import type { BrowseSort } from "@/lib/files/schema";
import { browseFolder } from "../actions/file-calls";
import { fileFailure } from "../actions/file-failure";
import type { GridHandle } from "../grid/grid-layout";
import { useSelection } from "../grid/use-selection";
import { FolderListing } from "./folder-listing";
import { findIndex } from "./folder-pages";
import { parentOf } from "./item-paths";

function useFolder(project: string, path: string) {
  const [sort, setSort] = useState<BrowseSort>("name-asc");
  const [search, setSearch] = useState("");
  const [typed, setTyped, forgetTyped] = useDraft(search, setSearch);
  const [listing] = useState(
    () => new FolderListing((ask, signal) => browseFolder(project, ask, signal), { path, search: "", sort: "name-asc" }),
  );
  const state = useSyncExternalStore(listing.subscribe, listing.getState, listing.getState);

  // A search is for one folder (spec 001 §4).
  const [searchedPath, setSearchedPath] = useState(path);
  if (searchedPath !== path) {
    setSearchedPath(path);
    setSearch("");
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder is the occasion
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

  return { ...state, listing, path, sort, setSort, search, typed, setTyped, clearSearch };
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are the occasion
  useEffect(() => {
    goToWanted();
    // The button that was pressed may be gone with the previous rows.
    grid.current?.takeLostFocus();
  }, [held, grid]);

  const before = useRef(path);
  useEffect(() => {
    const left = before.current;
    before.current = path;
    if (left === path) return;
    // After going up, the keyboard is on the folder that was left.
    if (left !== "" && parentOf(left) === path) wanted.current = left.slice(path === "" ? 0 : path.length + 1);
    grid.current?.scrollTo(0);
  }, [path, grid]);

  return {
    folder,
    selection,
    /** Loads the folder anew, which ends search and selection (spec 001 §4). @param name of the item to move to then */
    load: (name?: string) => {
      wanted.current = name ?? null;
      selection.clear();
      folder.clearSearch();
      // Without a search, clearing it does not load the folder.
      if (folder.search === "") folder.listing.reload();
    },
  };
}
