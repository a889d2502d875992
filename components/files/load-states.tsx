"use client";

import { useEffect, useRef, useState } from "react";
import { retryLabel, retryOf } from "@/components/shared/load-error";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

type Loaded<T> = { kind: "loading" } | { kind: "ready"; value: T } | { kind: "failed"; error: unknown };

/** Loads a value once per `key`, and again on `retry`. Unlike a cached query, it never reloads on its own. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<Loaded<T>>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the value, and `attempt` triggers a retry
  useEffect(() => {
    const ended = new AbortController();
    const settle = (settled: Loaded<T>) => (ended.signal.aborted ? undefined : setState(settled));
    setState({ kind: "loading" });
    latest.current(ended.signal).then(
      (value) => settle({ kind: "ready", value }),
      (error: unknown) => settle({ kind: "failed", error }),
    );
    return () => ended.abort();
  }, [key, attempt]);

  return { state, retry: () => setAttempt((before) => before + 1) };
}

export function Loading({ className }: { className?: string }) {
  return (
    <div className={cn("grid size-full animate-late place-items-center", className)}>
      <Spinner label="Loading..." className="size-5 text-ink-muted" />
    </div>
  );
}

interface RetryButtonProps {
  error: unknown;
  onRetry: () => void;
  size?: "small";
}

export function RetryButton({ error, onRetry, size }: RetryButtonProps) {
  return (
    <Button variant="secondary" size={size} onClick={retryOf(error, onRetry)}>
      {retryLabel(error)}
    </Button>
  );
}
