/** Path of the calls of the platform-wide file manager. */
export const FILE_MANAGEMENT_PATH = "/api/file-management";

/** Classes of files by extension. Each has a number in the database, see the migration file_search. */
const extensionsByType = {
  other: "",
  image: "jpg jpeg png gif bmp svg webp",
  video: "mp4 avi mov wmv flv webm mkv",
  document: "pdf doc docx txt rtf",
  spreadsheet: "xls xlsx csv",
  archive: "zip rar 7z tar gz",
} as const;
export type FileType = keyof typeof extensionsByType;
export const FILE_TYPES = Object.keys(extensionsByType) as FileType[];

export function typeOfFile(name: string): FileType {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (!name.includes(".") || extension === "") return "other";
  return FILE_TYPES.find((type) => extensionsByType[type].split(" ").includes(extension)) ?? "other";
}

/** Orders of the list of files. `all`: the last uploaded first. */
export const FILE_SORTS = [
  "all",
  ...(["date-newest", "date-oldest", "size-asc", "size-desc", "uploader-asc", "uploader-desc"] as const),
  ...(["name-asc", "name-desc", "project-asc", "project-desc"] as const),
] as const;
export type FileSort = (typeof FILE_SORTS)[number];
