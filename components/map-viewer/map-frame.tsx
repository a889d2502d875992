"use client";

import { CircleAlert, Hourglass, Info, RotateCw, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { EXTERNAL_MAPS_PATH } from "@/lib/maps/external/schema";
import { sharedOriginOf } from "@/lib/maps/origins/schema";
import { FrameProblem } from "./frame-problem";
import { mapAddressKind, mapHost } from "./map-address";
import { FRAME_LIMIT_MS } from "./map-problem";
import { type FrameView, useFrameView } from "./use-frame-view";
import type { MapProject } from "./use-map-selection";

interface FrameNoteProps {
  tone: "info" | "error";
  children: ReactNode;
  actions: ReactNode;
}

function FrameNote({ tone, children, actions }: FrameNoteProps) {
  const Icon = tone === "error" ? CircleAlert : Info;
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={cn(
        "flex shrink-0 items-center justify-end gap-x-3 gap-y-1 border-t px-5 py-1.5 text-sm",
        tone === "error" ? "flex-wrap border-danger-line bg-danger-soft text-danger-ink" : "bg-surface text-ink-muted",
      )}
    >
      <p className="wrap-anywhere flex min-w-56 flex-1 items-start gap-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {children}
      </p>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}

function IncompleteNote({ onRetry, onKeep }: { onRetry: () => void; onKeep: () => void }) {
  const actions = (
    <>
      <Button variant="secondary" size="small" onClick={onRetry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
      <Button variant="secondary" size="small" onClick={onKeep}>
        <Hourglass aria-hidden />
        Keep Waiting
      </Button>
    </>
  );
  return (
    <FrameNote tone="error" actions={actions}>
      <span>
        <strong className="font-medium">Failed to load project map</strong> completely: parts of it have not come within{" "}
        {FRAME_LIMIT_MS / 1000} seconds.
      </span>
    </FrameNote>
  );
}

const dismissed = new Set<string>();

/** Help for an empty frame of another site. Only the user can see that a site forbids framing. */
function ForeignNote({ address }: { address: string }) {
  const [isDismissed, setDismissed] = useState(() => dismissed.has(address));
  if (isDismissed) return null;
  const dismiss = () => {
    dismissed.add(address);
    setDismissed(true);
  };
  return (
    <FrameNote
      tone="info"
      actions={
        <Button variant="ghost" size="small-icon" aria-label="Dismiss" onClick={dismiss} className="-mr-2">
          <X aria-hidden />
        </Button>
      }
    >
      <span>
        If the map stays empty, {mapHost(address, window.location.href)} may not allow being shown inside other pages.{" "}
        <a href={address} target="_blank" rel="noopener noreferrer" className="font-medium text-accent-ink underline underline-offset-4">
          Open in New Tab
        </a>
      </span>
    </FrameNote>
  );
}

function FrameLoading({ state }: { state: FrameView["state"] }) {
  if (state !== "covered" && state !== "coming") return null;
  const place =
    state === "covered"
      ? "absolute inset-0 grid animate-late place-items-center bg-surface"
      : "pointer-events-none absolute inset-x-0 top-3 flex animate-late justify-center";
  const look = state === "coming" ? "rounded-full border bg-raised px-3.5 py-1.5 text-sm shadow-pop" : "";
  return (
    <div className={place}>
      <span className={`flex items-center gap-2.5 text-ink-muted ${look}`}>
        <Spinner />
        <span role="status">Loading map...</span>
      </span>
    </div>
  );
}

const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups allow-presentation";

interface MapFrameProps {
  project: MapProject;
  address: string;
  /** Origin of all maps, as in `originOf`. */
  mapsOrigin: string;
  /** Origin of the project's uploaded map. */
  mapOrigin: string;
  /** Follows the frame. */
  after?: ReactNode;
}

export function MapFrame(props: MapFrameProps) {
  const [attempt, setAttempt] = useState(0);
  return <FrameAttempt key={attempt} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

function FrameAttempt({ project, address, mapsOrigin, mapOrigin, after, onRetry }: MapFrameProps & { onRetry: () => void }) {
  const kind = mapAddressKind(address, window.location.href, mapsOrigin);
  const isForeign = kind === "foreign";
  // A page on this origin frames maps of other sites.
  const sharedOrigin = sharedOriginOf(mapsOrigin);
  const source = isForeign ? `${EXTERNAL_MAPS_PATH}/${project.safeName}` : address;
  const frame = useRef<HTMLIFrameElement>(null);
  const { hasFrame, problem, state, onLoad, onKeep } = useFrameView(frame, {
    source,
    kind,
    servedFrom: isForeign ? sharedOrigin : mapOrigin,
  });
  const foreignNote = isForeign ? <ForeignNote address={address} /> : null;
  const note = state === "incomplete" ? <IncompleteNote onRetry={onRetry} onKeep={onKeep} /> : foreignNote;

  return (
    <div className="relative flex size-full flex-col bg-surface">
      <div className="relative min-h-0 flex-1">
        {hasFrame ? (
          // biome-ignore lint/a11y/noNoninteractiveElementInteractions: it listens to the network, not to users
          <iframe
            ref={frame}
            title={`Map of ${project.name}`}
            src={source}
            sandbox={SANDBOX}
            // The redirect target must be listed, and browsers accept no wildcard.
            allow={project.allowsLocation ? `geolocation ${sharedOrigin} ${mapOrigin}` : undefined}
            onLoad={onLoad}
            // A page without a background expects the browser default.
            className={cn("size-full border-0 bg-[Canvas]", problem && "invisible")}
          />
        ) : null}
        {problem ? null : after}
        {problem ? null : <FrameLoading state={state} />}
      </div>
      {problem ? (
        <FrameProblem key={problem} problem={problem} address={address} safeName={project.safeName} onRetry={onRetry} onKeep={onKeep} />
      ) : (
        note
      )}
    </div>
  );
}
