"use client";

import { Globe } from "lucide-react";
import { useSyncExternalStore } from "react";
import { toSafeName } from "@/lib/projects/schema";

const subscribeToNothing = () => () => undefined;

/** The origin this page is on; empty while it is rendered on the server. */
function useOrigin(): string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => window.location.origin,
    () => "",
  );
}

/** The address that a map of this name will have, as it is typed. */
export function MapAddress({ name }: { name: string }) {
  const origin = useOrigin().replace(/^https?:\/\//, "");
  const safeName = toSafeName(name);
  return (
    <p className="flex items-start gap-1.5 text-ink-muted text-sm">
      <Globe aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">The map will be at </span>
        {origin}/projects/maps/
        <span className={safeName ? "font-medium text-accent-ink" : "text-ink-faint"}>{safeName || "project-name"}</span>/
      </span>
    </p>
  );
}
