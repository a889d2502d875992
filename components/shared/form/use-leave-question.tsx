"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "../confirm-dialog";
import { guardLeaving } from "./leave-guard";

function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isInternal = link?.origin === window.location.origin && link.target !== "_blank" && !link.getAttribute("href")?.startsWith("#");
  return isInternal ? link : null;
}

/** Asks for confirmation, while `isActive`, before the user leaves the screen by a link, a tab, Back, closing or reloading. */
export function useLeaveQuestion(isActive: boolean) {
  const router = useRouter();
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  // Leaving may be a traversal that has to pass the guard.
  const isLeaving = useRef(false);
  const ask = useCallback((leave: () => void) => setProceed(() => leave), []);

  useEffect(() => {
    isLeaving.current = false;
    if (!isActive) return setProceed(null);
    const ended = new AbortController();
    const release = guardLeaving(ask);
    ended.signal.addEventListener("abort", release);
    window.addEventListener("beforeunload", (event) => event.preventDefault(), ended);
    const interceptLink = (event: MouseEvent) => {
      const link = followedLink(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => router.push(link.href));
    };
    document.addEventListener("click", interceptLink, { capture: true, signal: ended.signal });
    if ("navigation" in window) {
      const interceptBack = (event: NavigateEvent) => {
        // A dialog may have prevented the navigation already.
        if (isLeaving.current || event.defaultPrevented || event.navigationType !== "traverse" || !event.cancelable) return;
        event.preventDefault();
        ask(() => void window.navigation.traverseTo(event.destination.key));
      };
      window.navigation.addEventListener("navigate", interceptBack, ended);
    }
    return () => ended.abort();
  }, [isActive, ask, router]);

  const stay = useCallback(() => setProceed(null), []);
  const leave = () => {
    isLeaving.current = true;
    proceed?.();
  };
  return { isOpen: proceed !== null, ask, stay, leave };
}

export function DiscardQuestion({
  question,
  children,
}: {
  question: Pick<ReturnType<typeof useLeaveQuestion>, "isOpen" | "leave" | "stay">;
  children: string;
}) {
  return (
    <ConfirmDialog
      isOpen={question.isOpen}
      title="Discard changes?"
      confirmLabel="Discard"
      cancelLabel="Keep Editing"
      onConfirm={question.leave}
      onCancel={question.stay}
    >
      {children}
    </ConfirmDialog>
  );
}
