"use client";

import { CircleAlert, Map as MapIcon, X } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { ImportSummary } from "@/lib/imports/schema";
import { isChecking, isRunning, phaseOf, statsOf } from "./import-messages";

interface ImportRowProps {
  progress: ImportSummary;
  onViewMap: () => void;
  onDismiss: () => Promise<void>;
}

export function ImportRow({ progress, onViewMap, onDismiss }: ImportRowProps) {
  return isRunning(progress) ? <Running progress={progress} onViewMap={onViewMap} /> : <Failed progress={progress} onDismiss={onDismiss} />;
}

function Running({ progress, onViewMap }: { progress: ImportSummary; onViewMap: () => void }) {
  const { projectName, isReplacement, sourceName, createdBy } = progress;
  const percent = isChecking(progress) ? Math.floor(progress.progress) : null;
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="wrap-anywhere font-medium">{projectName}</bdi>
          {isReplacement ? <Badge>Replacement</Badge> : null}
          <span className="text-ink-muted text-sm">{phaseOf(progress)}</span>
        </p>
        <p className="ml-auto flex items-center gap-3">
          {percent === null ? null : (
            <span aria-hidden className="font-medium tabular-nums">
              {percent}%
            </span>
          )}
          {progress.viewable ? (
            <Button variant="secondary" size="small" aria-label={`View Map ${projectName}`} onClick={onViewMap}>
              <MapIcon aria-hidden />
              View Map
            </Button>
          ) : null}
        </p>
      </div>
      <Progress label={`Import of ${projectName}`} value={percent} />
      <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-muted text-sm tabular-nums">
        {statsOf(progress).map((stat) => (
          <span key={stat} className="whitespace-nowrap">
            {stat}
          </span>
        ))}
        <span className="wrap-anywhere ml-auto">
          {sourceName ? <bdi>{sourceName}</bdi> : null}
          {sourceName ? ", by " : "By "}
          <bdi>{createdBy?.name ?? "Unknown"}</bdi>
        </span>
      </p>
    </li>
  );
}

function Failed({ progress, onDismiss }: { progress: ImportSummary; onDismiss: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const { projectName, isReplacement, error } = progress;
  return (
    <li className="flex items-start gap-3 bg-danger-soft px-4 py-3 text-danger-ink">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="font-medium">
          <bdi>{projectName}</bdi>
          {isReplacement ? ": the map was not replaced" : " was not published"}
        </p>
        <p>Extraction failed: {error || "Unknown error"}</p>
      </div>
      <Button
        variant="ghost"
        size="small-icon"
        busy={isBusy}
        aria-label={`Dismiss ${projectName}`}
        title="Dismiss"
        className="-my-1 text-current"
        onClick={() => {
          setBusy(true);
          void onDismiss().finally(() => setBusy(false));
        }}
      >
        {isBusy ? null : <X aria-hidden />}
      </Button>
    </li>
  );
}
