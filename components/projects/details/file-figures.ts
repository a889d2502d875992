import { formatBytes } from "@/components/shared/format-bytes";

/** "1 file", "1,204 files". */
export function countOf(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** "1,204 files (35.2 MB)". */
export function filesOf({ fileCount, byteCount }: { fileCount: number; byteCount: number }): string {
  return `${countOf(fileCount, ["file", "files"])} (${formatBytes(byteCount)})`;
}
