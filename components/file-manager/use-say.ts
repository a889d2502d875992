"use client";

import { useCallback } from "react";
import { type Banner, useBanner } from "@/components/shared/banner-provider";
import type { NoticeTone } from "@/components/ui/notice";

/** Tells the person something, for the banner's 3 s (spec 001 §9). */
export type Say = (tone: NoticeTone, message: string, action?: Banner["action"]) => void;

export function useSay(): Say {
  const { showBanner } = useBanner();
  return useCallback((tone, message, action) => showBanner({ tone, message, ...(action ? { action } : {}) }), [showBanner]);
}
