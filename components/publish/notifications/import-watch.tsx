"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { delay } from "@/lib/publish/waiting";
import { mapHref, showDesktopNotice, showPublishedNotice } from "./desktop-notice";
import { followImports, type ImportEnd } from "./follow-imports";

const SHOWN_MS = 12_000;

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (document.visibilityState === "visible" || signal.aborted) && resolve();
    document.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", look);
    look();
  });
}

/** Reports on any screen the end of extractions that this browser started and the user left. */
export function ImportWatch() {
  const { showBanner } = useBanner();
  const router = useRouter();
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let lastShown = Promise.resolve();

    async function tell({ watched: { projectName, safeName }, failure }: ImportEnd): Promise<void> {
      await untilVisible(signal);
      if (signal.aborted) return;
      const viewMap = () => leaveScreen(() => router.push(mapHref(safeName)));
      showBanner(
        failure === null
          ? { tone: "success", message: `${projectName} is online.`, action: { label: "View Map", run: viewMap }, timeout: SHOWN_MS }
          : { tone: "error", message: `${projectName}: ${failure}`, timeout: SHOWN_MS },
      );
      await delay(SHOWN_MS, signal);
    }

    followImports((end) => {
      const { watched, failure } = end;
      if (failure === null) showPublishedNotice(watched);
      else showDesktopNotice({ title: `${watched.projectName} was not published`, body: failure, href: "/projects" });
      // A banner replaces the previous one.
      lastShown = lastShown.then(() => tell(end));
    }, signal);
    return () => ended.abort();
  }, [router, showBanner]);
  return null;
}
