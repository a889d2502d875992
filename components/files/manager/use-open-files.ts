"use client";

import { useCallback } from "react";
import { useAddress } from "@/components/shared/list/use-address";

/** State key for the number of history entries since the manager opened. A followed link has none. */
const DEPTH = "seaVisionFilesDepth";

function depth(): number {
  const held = (window.history.state as Record<string, unknown> | null)?.[DEPTH];
  return typeof held === "number" ? held : 0;
}

/** True until the browser has gone back. A second step before that would leave the list. */
let isGoingBack = false;

function goBack(steps: number): void {
  if (isGoingBack) return;
  isGoingBack = true;
  window.addEventListener("popstate", () => (isGoingBack = false), { once: true });
  window.history.go(-steps);
}

/** Keeps the open file manager in the URL: `?files=` with a safe name or `assets`, and `&folder=` below the top folder. */
export function useOpenFiles() {
  const { parameters, changeAddress } = useAddress();

  const openFiles = useCallback(
    (project: string) => changeAddress({ files: project, folder: null, map: null, view: null }, "push", { [DEPTH]: 1 }),
    [changeAddress],
  );

  const openFolder = (path: string) => {
    const before = depth();
    changeAddress({ folder: path || null }, "push", before > 0 ? { [DEPTH]: before + 1 } : {});
  };

  const closeFiles = () => {
    const steps = depth();
    if (steps > 0) goBack(steps);
    else changeAddress({ files: null, folder: null }, "replace");
  };

  return { project: parameters.get("files"), folder: parameters.get("folder") ?? "", openFiles, openFolder, closeFiles };
}
