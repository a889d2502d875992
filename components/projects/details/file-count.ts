import { formatBytes } from "@/components/shared/format-bytes";

export function countOf(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

export function filesOf({ fileCount, byteCount }: { fileCount: number; byteCount: number }): string {
  return `${countOf(fileCount, ["file", "files"])} (${formatBytes(byteCount)})`;
}
