"use client";

import { FolderOpen, Hourglass, LogIn, type LucideIcon, Map as MapIcon, MapPinOff, RotateCw, X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { EXTERNAL_MAPS_PATH } from "@/lib/maps/external/schema";
import { sharedOriginOf } from "@/lib/maps/origins/schema";
import { mapAddressKind, mapHost } from "./map-address";
import { FRAME_LIMIT_MS, type MapProblem, type MapWay, problemMessages } from "./map-problem";
import { NewTabLink } from "./new-tab-link";
import { type FrameView, useFrameView } from "./use-frame-view";
import type { MapProject } from "./use-map-selection";

const buttons: Readonly<Record<Exclude<MapWay, "new-tab" | "files">, { label: string; icon: LucideIcon }>> = {
  "log-in": { label: "Log In", icon: LogIn },
  retry: { label: "Retry", icon: RotateCw },
  wait: { label: "Keep Waiting", icon: Hourglass },
  show: { label: "Show Anyway", icon: MapIcon },
};

interface FrameProblemProps {
  problem: MapProblem;
  address: string;
  safeName: string;
  onRetry: () => void;
  onKeep: () => void;
}

function FrameProblem({ problem, address, safeName, onRetry, onKeep }: FrameProblemProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The focus was in the removed frame.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement instanceof HTMLIFrameElement) panel.current?.focus();
  }, []);
  const { text, ways } = problemMessages[problem];
  // Without a session, a reload redirects to the sign-in screen and back here.
  const act = { "log-in": () => window.location.reload(), retry: onRetry, wait: onKeep, show: onKeep };
  const actions = ways.map((way) => {
    if (way === "new-tab") return <NewTabLink key={way} address={address} />;
    if (way === "files")
      return (
        <Button key={way} asChild>
          <Link href={`/projects?files=${safeName}`}>
            <FolderOpen aria-hidden />
            Open Its Files
          </Link>
        </Button>
      );
    const { label, icon: Icon } = buttons[way];
    return (
      <Button key={way} variant={way === "log-in" ? "primary" : "secondary"} onClick={act[way]}>
        <Icon aria-hidden />
        {label}
      </Button>
    );
  });
  return (
    <div ref={panel} tabIndex={-1} className="absolute inset-0 overflow-y-auto bg-raised outline-none">
      <EmptyState
        icon={MapPinOff}
        tone="error"
        title="Failed to load project map"
        className="wrap-anywhere min-h-full text-balance py-6"
        action={actions.length > 0 ? <div className="flex flex-wrap justify-center gap-2">{actions}</div> : null}
      >
        {text(mapHost(address, window.location.href))}
      </EmptyState>
    </div>
  );
}

const noteStyles = "shrink-0 rounded-none border-x-0 border-b-0 px-5 py-1.5 text-sm";

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
    <Notice tone="error" actions={actions} className={noteStyles}>
      <strong className="font-medium">Failed to load project map</strong> completely: parts of it have not come within{" "}
      {FRAME_LIMIT_MS / 1000} seconds.
    </Notice>
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
    <Notice
      live={false}
      className={noteStyles}
      actions={
        <Button variant="ghost" size="small-icon" aria-label="Dismiss" onClick={dismiss} className="-mr-2">
          <X aria-hidden />
        </Button>
      }
    >
      If the map stays empty, {mapHost(address, window.location.href)} may not allow being shown inside other pages.{" "}
      <a href={address} target="_blank" rel="noopener noreferrer" className="font-medium text-accent-ink underline underline-offset-4">
        Open in New Tab
      </a>
    </Notice>
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

const SANDBOX = [
  ...["allow-scripts", "allow-same-origin", "allow-forms", "allow-downloads", "allow-modals", "allow-presentation"],
  ...["allow-popups", "allow-popups-to-escape-sandbox"],
].join(" ");

interface MapFrameProps {
  project: MapProject;
  address: string;
  /** Origin of all maps, as in `originOf`. */
  mapsOrigin: string;
  /** Origin of the project's uploaded map. */
  mapOrigin: string;
  /** Gets the frame, for messages. */
  frameRef?: RefObject<HTMLIFrameElement | null>;
  /** Follows the frame. */
  after?: ReactNode;
}

/** Returns the features of the browser that the frame passes on. @param origins of the map, because browsers accept no wildcard */
function allowedFeatures({ allowsLocation, allowsCamera }: MapProject, origins: string): string | undefined {
  const features = [...(allowsLocation ? ["geolocation"] : []), ...(allowsCamera ? ["camera", "microphone"] : [])];
  return features.map((feature) => `${feature} ${origins}`).join("; ") || undefined;
}

export function MapFrame(props: MapFrameProps) {
  const [attempt, setAttempt] = useState(0);
  return <FrameAttempt key={attempt} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

function FrameAttempt({ project, address, mapsOrigin, mapOrigin, frameRef, after, onRetry }: MapFrameProps & { onRetry: () => void }) {
  const kind = mapAddressKind(address, window.location.href, mapsOrigin);
  const isForeign = kind === "foreign";
  // A page on this origin frames maps of other sites.
  const sharedOrigin = sharedOriginOf(mapsOrigin);
  const source = isForeign ? `${EXTERNAL_MAPS_PATH}/${project.safeName}` : address;
  const ownRef = useRef<HTMLIFrameElement>(null);
  const frame = frameRef ?? ownRef;
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
            // The redirect target must be listed.
            allow={allowedFeatures(project, `${sharedOrigin} ${mapOrigin}`)}
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
