"use client";

import { useEffect, useRef, useState } from "react";
import type { Phase } from "./upload-state";

/** Spec 001 §9. */
const RETURN_MS = 2_000;

/**
 * Returns to the list of projects a moment after the map is online.
 * @returns how to stay, for who looks at the map instead
 */
export function useReturnToList(status: Phase["status"], onViewProjects: () => void): () => void {
  const [isStaying, setIsStaying] = useState(false);
  // It is one stay: the next map that comes online is another.
  if (isStaying && status !== "complete") setIsStaying(false);
  const leave = useRef(onViewProjects);
  useEffect(() => {
    leave.current = onViewProjects;
  }, [onViewProjects]);
  const isDue = status === "complete" && !isStaying;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => leave.current(), RETURN_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  return () => setIsStaying(true);
}
