"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { FolderListing } from "@/components/files/manager/folder/folder-listing";
import { useDraft } from "@/components/shared/use-draft";
import type { BrowseSort } from "@/lib/files/schema";
import { browseFolder } from "./file-calls";

/**
 * The folder that is open: its rows, their order, and what they are searched for.
 * @param project its safe name, or `assets`; never another one
 * @param path of the folder
 */
export function useFolder(project: string, path: string) {
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

  return {
    ...state,
    listing,
    path,
    sort,
    setSort,
    /** What the rows are searched for, and what the field shows meanwhile. */
    search,
    typed,
    setTyped,
    clearSearch,
    /** Loads the folder anew, all of it. */
    load: () => {
      clearSearch();
      if (search === "") listing.reload();
    },
  };
}

export type Folder = ReturnType<typeof useFolder>;
