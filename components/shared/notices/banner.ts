"use client";

import { createContext, type RefObject, useContext, useEffect, useRef } from "react";
import type { NoticeTone } from "@/components/ui/notice";

/** Milliseconds until a notice disappears. */
export const NOTICE_MS = 5_000;

/** For a notice with an action, or with something to read. */
export const UNDO_NOTICE_MS = 10_000;

export interface Banner {
  tone: NoticeTone;
  message: string;
  action?: { label: string; keys?: string; run: () => void };
  timeout?: number | undefined;
}

interface Banners {
  showBanner: (banner: Banner) => void;
}

export const BannerContext = createContext<Banners | null>(null);

/** Returns the function that shows a banner. @throws Error outside of a BannerProvider */
export function useBanner(): Banners {
  const banners = useContext(BannerContext);
  if (!banners) throw new Error("useBanner must be used within a BannerProvider");
  return banners;
}

/** Calls `onDismiss` after `timeout` ms without pointer and focus on the element. @returns the element's ref */
export function useDismissTimer(timeout: number, onDismiss: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ended = new AbortController();
    let timer = 0;
    const start = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (!element.current?.matches(":hover, :focus-within")) onDismiss();
      }, timeout);
    };
    for (const type of ["mouseleave", "focusout"]) element.current?.addEventListener(type, start, ended);
    start();
    return () => {
      window.clearTimeout(timer);
      ended.abort();
    };
  }, [timeout, onDismiss]);
  return element;
}
