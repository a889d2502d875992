"use client";

import { useCallback } from "react";
import { useAddress } from "@/components/shared/list/use-address";

/** How many history entries lie between the one that opened the manager and this one, both included; none of an opened link. */
const DEPTH = "seaVisionFilesDepth";

function depth(): number {
  const held = (window.history.state as Record<string, unknown> | null)?.[DEPTH];
  return typeof held === "number" ? held : 0;
}

/** True from going back until the browser has: it takes a moment, and a second step would lead out of the list. */
let isGoingBack = false;

function goBack(steps: number): void {
  if (isGoingBack) return;
  isGoingBack = true;
  window.addEventListener("popstate", () => (isGoingBack = false), { once: true });
  window.history.go(-steps);
}

/** Which file manager is open, kept in the address as `?files=<safe-name>`, or `assets`, with `&folder=` below the top. */
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

/** True of the address of a file manager, whichever of its folders is open. @param project safe name, or `assets` */
export function isFilesAddress(address: string, project: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return pathname === window.location.pathname && searchParams.get("files") === project;
}
