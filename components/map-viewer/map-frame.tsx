"use client";

import { MapPinOff, RotateCw } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useMapCheck } from "./use-map-check";

/** Spec 000 §2: what the frame's page may do. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups allow-presentation";
const permissions = ["geolocation", "microphone", "camera"] as const;

interface MapFrameProps {
  name: string;
  address: string;
  /** Origin that map addresses of our own lead to. */
  mapsOrigin: string;
}

/** The map's page in its frame, a sign while it loads, and word of it when it does not. */
export function MapFrame({ name, address, mapsOrigin }: MapFrameProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <FrameAttempt key={attempt} name={name} address={address} mapsOrigin={mapsOrigin} onRetry={() => setAttempt((count) => count + 1)} />
  );
}

function FrameAttempt({ name, address, mapsOrigin, onRetry }: MapFrameProps & { onRetry: () => void }) {
  const [status, setStatus] = useState<"loading" | "ready" | "failed">("loading");
  useMapCheck(address, mapsOrigin, () => setStatus("failed"));

  if (status === "failed") {
    return (
      <EmptyState
        icon={MapPinOff}
        tone="error"
        title="Failed to load project map"
        className="size-full"
        action={
          <Button variant="secondary" onClick={onRetry}>
            <RotateCw aria-hidden />
            Retry
          </Button>
        }
      />
    );
  }
  return (
    <div className="relative size-full bg-surface">
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: loading and failing are the frame's own doing, no person's */}
      <iframe
        title={`Map of ${name}`}
        src={address}
        sandbox={SANDBOX}
        // Our own addresses redirect to the maps' origin, and a permission follows no redirect: that origin is named beside `src`.
        allow={permissions.map((permission) => `${permission} 'src' ${mapsOrigin}`).join("; ")}
        onLoad={() => setStatus((before) => (before === "failed" ? before : "ready"))}
        onError={() => setStatus("failed")}
        // A page without a background of its own expects the browser's, not ours.
        className="size-full border-0 bg-[Canvas]"
      />
      {status === "loading" ? (
        <div className="absolute inset-0 grid animate-late place-items-center bg-surface">
          <span className="flex items-center gap-2.5 text-ink-muted">
            <Spinner />
            <span role="status">Loading map...</span>
          </span>
        </div>
      ) : null}
    </div>
  );
}
