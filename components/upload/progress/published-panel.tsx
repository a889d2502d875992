"use client";

import { CircleCheck, Link2, Map as MapIcon, UserPlus, X } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import { answerSchema } from "@/components/projects/details/use-project-details";
import { MapPicture } from "@/components/projects/picture/map-picture";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { useJson } from "@/components/shared/use-json";
import { Button, IconButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { PublishedMap } from "@/lib/upload-client/published-map";
import type { Published } from "../controller/upload-state";
import { MapAddress } from "../target/map-address";

const POLL_MS = 3_000;

interface PublishedPanelProps extends Published {
  onOpenMap: (map: PublishedMap) => void;
  onAnother: () => void;
  /** Absent where the panel stands for the form. */
  onDismiss?: () => void;
}

/** Says that a map is online, and offers what comes next. It stays until the user leaves it. */
export function PublishedPanel({ text, map, onOpenMap, onAnother, onDismiss }: PublishedPanelProps) {
  const heading = useId();
  const { safeName, projectId } = map;
  // The fragment keeps these answers apart from the details, which must not change under a form.
  const { data } = useJson(`/api/project/details/${projectId}#published`, answerSchema, {
    // The worker makes the thumbnail after the map is online.
    refreshInterval: (latest) => (latest && !latest.mapImage && !latest.imageProblem ? POLL_MS : 0),
  });
  const details = `/projects?project=${safeName}&tab=`;
  return (
    <Card aria-labelledby={heading} className="relative grid gap-5 p-5 sm:grid-cols-[16rem_minmax(0,1fr)] sm:p-6">
      <MapPicture project={{ safeName, mapImage: data?.mapImage ?? null }} className="w-full rounded-lg" />
      <div className="grid content-between gap-4">
        <div className="grid gap-2 pr-8">
          <h2 id={heading} className="wrap-anywhere flex items-start gap-2 font-semibold text-xl">
            <CircleCheck aria-hidden className="mt-1 size-5 shrink-0 text-accent-ink" />
            <bdi>{text}</bdi>
          </h2>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <MapAddress name={safeName} />
            <CopyLinkButton path={`/projects/maps/${safeName}/`} size="small" />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <IconButton icon={MapIcon} label="Open Map" onClick={() => onOpenMap(map)} />
          <Button asChild variant="secondary">
            <Link href={`${details}access`}>
              <UserPlus aria-hidden />
              Give Access
            </Link>
          </Button>
          <Button asChild variant="secondary">
            <Link href={`${details}links`}>
              <Link2 aria-hidden />
              Create Link
            </Link>
          </Button>
          <Button variant="ghost" onClick={onAnother}>
            Publish Another
          </Button>
        </div>
      </div>
      {onDismiss ? (
        <Button variant="ghost" size="small-icon" aria-label="Dismiss" onClick={onDismiss} className="absolute top-3 right-3">
          <X aria-hidden />
        </Button>
      ) : null}
    </Card>
  );
}
