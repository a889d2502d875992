import { File, FileArchive, FileAudio, FileCode, FileImage, FileText, FileVideo, type LucideIcon, MapPinned } from "lucide-react";
import { endingOf, previewKind } from "@/components/files/preview/preview-kind";

const archives = new Set(["7z", "bz2", "gz", "jar", "kmz", "rar", "tar", "tgz", "xz", "zip", "zst"]);
const code = new Set(["css", "htm", "html", "js", "json", "jsx", "mjs", "py", "sql", "svg", "ts", "tsx", "xml", "yaml", "yml"]);

const icons = { image: FileImage, text: FileText, map: MapPinned, video: FileVideo, audio: FileAudio, pdf: FileText } as const;

/** The icon of a file, by its name. */
export function fileIcon(name: string): LucideIcon {
  const ending = endingOf(name);
  if (archives.has(ending)) return FileArchive;
  const kind = previewKind(name);
  if (kind === "text" && code.has(ending)) return FileCode;
  return kind ? icons[kind] : File;
}
