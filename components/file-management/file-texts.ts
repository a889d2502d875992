import type { FileType } from "@/lib/files/platform/schema";

/** Spec 000 §8. */
export const FAILED_TO_LOAD = "Failed to load files";
export const FAILED_TO_DOWNLOAD = "Failed to download file";
export const FAILED_TO_DELETE = "Failed to delete file";
export const DELETED = "File deleted successfully";

/** What a file is, by its type. */
export const typeNames: Readonly<Record<FileType, string>> = {
  image: "Image",
  video: "Video",
  document: "Document",
  spreadsheet: "Spreadsheet",
  archive: "Archive",
  other: "Other",
};

/** The type filter, in the specification's order (000 §2). */
export const typeFilters: Readonly<Record<FileType | "all", string>> = {
  all: "All Files",
  image: "Images",
  video: "Videos",
  document: "Documents",
  spreadsheet: "Spreadsheets",
  archive: "Archives",
  other: "Other",
};
