"use client";

import { FolderOpen, Hourglass, LogIn, type LucideIcon, Map as MapIcon, MapPinOff, RotateCw } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { mapHost } from "./map-address";
import { type MapProblem, type MapWay, problemMessages } from "./map-problem";
import { NewTabLink } from "./new-tab-link";

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

export function FrameProblem({ problem, address, safeName, onRetry, onKeep }: FrameProblemProps) {
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
