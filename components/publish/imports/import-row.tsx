import { Map as MapIcon } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { ImportSummary } from "@/lib/imports/schema";
import { mapHref } from "../notifications/desktop-notice";
import { isChecking, phaseOf, statsOf } from "./import-messages";

export function ImportRow({ progress }: { progress: ImportSummary }) {
  const { projectName, isReplacement, sourceName, createdBy, viewable, safeName } = progress;
  const percent = isChecking(progress) ? Math.floor(progress.progress) : null;
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="wrap-anywhere font-medium">{projectName}</bdi>
        {isReplacement ? <Badge>Replacement</Badge> : null}
        <span className="text-ink-muted text-sm">{phaseOf(progress)}</span>
        {percent === null ? null : (
          <span aria-hidden className="ml-auto font-medium tabular-nums">
            {percent}%
          </span>
        )}
      </p>
      <Progress label={`Import of ${projectName}`} value={percent} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-sm tabular-nums">
        {statsOf(progress).map((stat) => (
          <span key={stat} className="whitespace-nowrap">
            {stat}
          </span>
        ))}
        <span className="wrap-anywhere">
          {sourceName ? <bdi>{sourceName}</bdi> : null}
          {sourceName ? ", by " : "By "}
          <bdi>{createdBy?.name ?? "Unknown"}</bdi>
        </span>
        {viewable ? (
          <Button asChild variant="secondary" size="small" className="ml-auto">
            <Link href={mapHref(safeName)} aria-label={`View Map ${projectName}`}>
              <MapIcon aria-hidden />
              View Map
            </Link>
          </Button>
        ) : null}
      </div>
    </li>
  );
}
