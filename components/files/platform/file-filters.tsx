"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Select } from "@/components/shared/form/select";
import { SearchField } from "@/components/shared/list/search-field";
import { IconButton } from "@/components/ui/button";
import type { FileType } from "@/lib/files/platform/values";
import { nameOfShare, type StorageShare } from "./storage-shares";

const typeFilters: Readonly<Record<FileType | "all", string>> = {
  all: "All Files",
  image: "Images",
  video: "Videos",
  document: "Documents",
  spreadsheet: "Spreadsheets",
  archive: "Archives",
  other: "Other",
};

interface FileFiltersProps {
  search: { typed: string; setTyped: (text: string) => void };
  type: FileType | "all";
  onType: (type: string) => void;
  /** The part of the storage whose files are listed; null for all. */
  share: StorageShare | null;
  onShareEnd: () => void;
  children: ReactNode;
}

export function FileFilters({ search: { typed, setTyped }, type, onType, share, onShareEnd, children }: FileFiltersProps) {
  return (
    <search className="flex flex-wrap gap-3">
      <SearchField value={typed} onChange={setTyped} placeholder="Search files..." className="w-full sm:max-w-80" />
      <Select label="File type" value={type} onChange={onType} options={Object.entries(typeFilters)} className="w-full sm:w-44" />
      {share ? <IconButton icon={X} label={`Project: ${nameOfShare(share)}`} variant="secondary" onClick={onShareEnd} /> : null}
      {children}
    </search>
  );
}
