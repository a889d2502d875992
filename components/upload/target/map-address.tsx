"use client";

import { Globe } from "lucide-react";
import { useSyncExternalStore } from "react";
import { toSafeName } from "@/lib/projects/schema";

const subscribeToNothing = () => () => undefined;
const readHost = () => window.location.host;

export function MapAddress({ name }: { name: string }) {
  const host = useSyncExternalStore(subscribeToNothing, readHost, () => "");
  const safeName = toSafeName(name);
  return (
    <p className="flex items-start gap-1.5 text-ink-muted text-sm">
      <Globe aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">Address of the map: </span>
        {host}/projects/maps/
        <span className={safeName ? "font-medium text-accent-ink" : "text-ink-faint"}>{safeName || "project-name"}</span>/
      </span>
    </p>
  );
}
