"use client";

import { CircleCheck, Link2, Map as MapIcon, UserPlus, X } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { useJson } from "@/components/shared/use-json";
import { Button, IconButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MapAddress } from "@/components/upload/target/map-address";
import type { PublishedPanelProps } from "@/components/upload/target/upload-subject";
import { answerSchema } from "./details/details-parts";
import { MapPicture } from "./picture/map-picture";

const POLL_MS = 3_000;

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
    <Card aria-labelledby={heading} className="relative grid grid-cols-1 gap-5 p-5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:p-6">
      <MapPicture project={{ safeName, mapImage: data?.mapImage ?? null }} className="w-full rounded-lg" />
      <div className="grid grid-cols-1 content-between gap-4">
        <div className="grid grid-cols-1 gap-2 pr-8">
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
        <Button
          variant="ghost"
          size="small-icon"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="absolute top-3 right-3 max-sm:top-7 max-sm:right-7 max-sm:bg-raised"
        >
          <X aria-hidden />
        </Button>
      ) : null}
    </Card>
  );
}
