import { CircleCheck, TriangleAlert } from "lucide-react";
import { Notice } from "@/components/ui/notice";
import { type Stat, StatList } from "../progress/stat-list";

interface SelectionStatsProps {
  stats: readonly Stat[];
  hasIndexHtml: boolean;
  container: "ZIP file" | "folder";
}

export function SelectionStats({ stats, hasIndexHtml, container }: SelectionStatsProps) {
  return (
    <>
      <StatList className="sm:grid-cols-3" stats={stats} />
      {hasIndexHtml ? null : (
        <Notice tone="warning" live={container === "ZIP file"}>
          There is no index.html at the top of this {container}, so the map&apos;s address will show nothing by itself. You can upload it
          anyway.
        </Notice>
      )}
    </>
  );
}

export function IndexHtml({ isFound }: { isFound: boolean }) {
  const Icon = isFound ? CircleCheck : TriangleAlert;
  return (
    <span className={`inline-flex items-center gap-1.5 ${isFound ? "text-accent-ink" : "text-warning-ink"}`}>
      <Icon aria-hidden className="size-4" />
      {isFound ? "Found" : "Missing"}
    </span>
  );
}

interface IgnoredRemarksProps {
  wrappingFolder: string | null;
  ignored: number;
  hasTail?: boolean;
  noun: readonly [one: string, many: string];
}

export function IgnoredRemarks({ wrappingFolder, ignored, hasTail = false, noun: [one, many] }: IgnoredRemarksProps) {
  if (wrappingFolder === null && ignored === 0 && !hasTail) return null;
  return (
    <ul className="grid gap-1 text-ink-muted text-sm">
      {wrappingFolder === null ? null : (
        <li>
          Everything lies in the folder <span className="wrap-anywhere font-medium text-ink">{wrappingFolder}</span>; its content becomes
          the map.
        </li>
      )}
      {ignored > 0 ? (
        <li>
          {ignored.toLocaleString("en-US")} {ignored === 1 ? one : many} added by the operating system will be left out.
        </li>
      ) : null}
      {hasTail ? <li>Bytes after the end of the ZIP archive will be left out.</li> : null}
    </ul>
  );
}
