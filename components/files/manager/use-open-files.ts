"use client";

import { useCallback } from "react";
import { goBack, useAddress } from "@/components/shared/list/use-address";

/** State key for the number of history entries since the manager opened. A followed link has none. */
const DEPTH = "seaVisionFilesDepth";

function depth(): number {
  const held = (window.history.state as Record<string, unknown> | null)?.[DEPTH];
  return typeof held === "number" ? held : 0;
}

/** Keeps the open file manager in the URL: `?files=` with a safe name or `assets`, `&folder=` below the top folder, and `&names=natural`. */
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
    else changeAddress({ files: null, folder: null, names: null }, "replace");
  };

  /** Replaces the address, which keeps the number of history entries. */
  const sortNaturally = (isOn: boolean) =>
    changeAddress({ names: isOn ? "natural" : null }, "replace", depth() > 0 ? { [DEPTH]: depth() } : {});

  return {
    project: parameters.get("files"),
    folder: parameters.get("folder") ?? "",
    isNatural: parameters.get("names") === "natural",
    openFiles,
    openFolder,
    closeFiles,
    sortNaturally,
  };
}
