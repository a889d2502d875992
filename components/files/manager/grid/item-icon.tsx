import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileJson,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileType,
  FileVideoCamera,
  Folder,
  type LucideIcon,
  Map as MapIcon,
} from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { FileItem } from "@/lib/files/schema";
import { endingOf } from "../../preview/preview-kind";

const groups: readonly (readonly [LucideIcon, string])[] = [
  [FileImage, "apng avif bmp gif ico jpeg jpg png svg tif tiff webp"],
  [FileCode, "c cjs cpp css go h htm html java js jsx mjs php py rb rs scss sh sql ts tsx vue xml xsl"],
  [FileJson, "json json5 jsonc webmanifest"],
  [MapIcon, "fgb geojson gpkg gpx kml kmz mbtiles mvt pbf pmtiles shp topojson"],
  [FileSpreadsheet, "csv ods tsv xls xlsx"],
  [FileText, "doc docx log md odt pdf rst rtf txt"],
  [FileVideoCamera, "m4v mov mp4 ogv webm"],
  [FileMusic, "aac flac m4a mp3 ogg opus wav"],
  [FileArchive, "7z bz2 gz rar tar tgz xz zip"],
  [FileType, "eot otf ttf woff woff2"],
];

const icons = new Map(groups.flatMap(([icon, endings]) => endings.split(" ").map((ending): [string, LucideIcon] => [ending, icon])));

export const fileIcon = (name: string): LucideIcon => icons.get(endingOf(name)) ?? File;

export function ItemIcon({ item, className }: { item: Pick<FileItem, "name" | "type">; className?: string }) {
  if (item.type === "folder")
    return <Folder aria-hidden className={cn("shrink-0 fill-accent/15 text-accent-ink", className)} strokeWidth={1.75} />;
  const Icon = fileIcon(item.name);
  return <Icon aria-hidden className={cn("shrink-0 text-ink-muted", className)} strokeWidth={1.75} />;
}
