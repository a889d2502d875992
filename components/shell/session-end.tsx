"use client";

import { useEffect } from "react";
import { followSessionEnd } from "@/components/shared/session-end";

/** Leaves for the sign-in screen when the person logs out in another tab. */
export function SessionEnd() {
  useEffect(followSessionEnd, []);
  return null;
}
