"use client";

import { type ReactNode, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { ForeignNote } from "./foreign-note";
import { FrameLoading } from "./frame-loading";
import { FrameProblem } from "./frame-problem";
import { frameView } from "./frame-view";
import { IncompleteNote } from "./incomplete-note";
import { mapAddressKind } from "./map-address";
import { useFrameProgress } from "./use-frame-progress";
import { useMapCheck } from "./use-map-check";

/** Spec 000 §2: what the frame's page may do. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups allow-presentation";
const permissions = ["geolocation", "microphone", "camera"] as const;

interface MapFrameProps {
  name: string;
  address: string;
  /** Origin that map addresses of our own lead to. */
  mapsOrigin: string;
  /** Stands before the frame while there is one to be seen. */
  before?: ReactNode;
  /** Stands after it. */
  after?: ReactNode;
}

/** The map's page in its frame, a sign while it loads, and word of it when it does not. */
export function MapFrame(props: MapFrameProps) {
  const [attempt, setAttempt] = useState(0);
  return <FrameAttempt key={attempt} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

function FrameAttempt({ name, address, mapsOrigin, before, after, onRetry }: MapFrameProps & { onRetry: () => void }) {
  const kind = mapAddressKind(address, window.location.href, mapsOrigin);
  const frame = useRef<HTMLIFrameElement>(null);
  const check = useMapCheck(address, mapsOrigin);
  const { progress, isLate, onLoad, waitOn } = useFrameProgress(frame, kind === "own" && !check.isAnswered);
  const [isWanted, setWanted] = useState(false);
  const { hasFrame, problem, state } = frameView({ kind, progress, isLate, ...check, isWanted });
  const foreignNote = kind === "foreign" || kind === "mixed" ? <ForeignNote address={address} /> : null;
  const note = state === "incomplete" ? <IncompleteNote onRetry={onRetry} onKeep={waitOn} /> : foreignNote;

  return (
    <div className="relative flex size-full flex-col bg-surface">
      <div className="relative min-h-0 flex-1">
        {problem ? null : before}
        {hasFrame ? (
          // biome-ignore lint/a11y/noNoninteractiveElementInteractions: loading is the frame's own doing, no person's
          <iframe
            ref={frame}
            title={`Map of ${name}`}
            src={address}
            sandbox={SANDBOX}
            // Our own addresses redirect to the maps' origin, and a permission follows no redirect: that origin is named beside `src`.
            allow={permissions.map((permission) => `${permission} 'src' ${mapsOrigin}`).join("; ")}
            onLoad={onLoad}
            // A page without a background of its own expects the browser's, not ours.
            className={classNames("size-full border-0 bg-[Canvas]", problem && "invisible")}
          />
        ) : null}
        {problem ? null : after}
        {problem ? null : <FrameLoading state={state} />}
      </div>
      {problem ? (
        <FrameProblem
          key={problem}
          problem={problem}
          address={address}
          onRetry={onRetry}
          onKeep={problem === "late" ? waitOn : () => setWanted(true)}
        />
      ) : (
        note
      )}
    </div>
  );
}
