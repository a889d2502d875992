"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { delay } from "@/lib/publish/waiting";
import { showDesktopNotice } from "./desktop-notice";
import { followImports, type ImportEnd } from "./follow-imports";

/** Nobody waits for this news: it stays longer than an answer to a click. */
const SHOWN_MS = 12_000;

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (document.visibilityState === "visible" || signal.aborted) && resolve();
    document.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", look);
    look();
  });
}

/** Tells of the end of extractions that were begun in this browser and left, on whichever screen the person is. */
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
      const viewMap = () => leaveScreen(() => router.push(`/projects?map=${encodeURIComponent(safeName)}`));
      showBanner(
        failure === null
          ? { tone: "success", message: `${projectName} is online.`, action: { label: "View Map", run: viewMap }, timeout: SHOWN_MS }
          : { tone: "error", message: `${projectName}: ${failure}`, timeout: SHOWN_MS },
      );
      await delay(SHOWN_MS, signal);
    }

    followImports((end) => {
      const { projectName, safeName } = end.watched;
      showDesktopNotice(
        end.failure === null
          ? {
              title: `${projectName} is online.`,
              body: "Every file has been checked.",
              href: `/projects?map=${encodeURIComponent(safeName)}`,
            }
          : { title: `${projectName} was not published`, body: end.failure, href: "/projects" },
      );
      // One after the other: a banner takes the place of the one before.
      lastShown = lastShown.then(() => tell(end));
    }, signal);
    return () => ended.abort();
  }, [router, showBanner]);
  return null;
}
