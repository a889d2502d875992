"use client";

import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import type { ProjectSummary } from "@/lib/projects/schema";
import { MapPlaceholder } from "./map-placeholder";

interface MapPictureProps {
  project: Pick<ProjectSummary, "safeName" | "mapImage">;
  className?: string;
}

/** A small picture of a project's map, or a drawn one in its place. Beside the project's name, so it says nothing to screen readers. */
export function MapPicture({ project: { safeName, mapImage }, className }: MapPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);

  /** An image may have failed before the page came alive to hear of it. One that has only begun can look alike, so it is asked. */
  function listen(image: HTMLImageElement | null) {
    if (!image?.complete || image.naturalWidth > 0 || image.currentSrc === "") return;
    image.decode().catch(() => image.isConnected && image.complete && image.naturalWidth === 0 && setFailed(mapImage));
  }

  return (
    <span className={classNames("block aspect-8/5 w-16 shrink-0 overflow-hidden rounded-md border bg-surface", className)}>
      {mapImage && mapImage !== failed ? (
        // biome-ignore lint/performance/noImgElement: it is small already, and kept by the browser
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: it listens to the network, not to people
        <img
          key={mapImage}
          ref={listen}
          src={mapImage}
          alt=""
          width={640}
          height={400}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(mapImage)}
          className="size-full object-cover"
        />
      ) : (
        <MapPlaceholder safeName={safeName} />
      )}
    </span>
  );
}
