"use client";

import { useCallback } from "react";
import { useAddress } from "@/components/shared/list/use-address";
import { isReplaceMode, type ScreenMode, toScreenMode } from "./screen-mode";

/** The mode of the project screen, kept in the address as `?mode=`; with `&replace=<project id>` the ways in replace that project's map. */
export function useScreenMode() {
  const { parameters, changeAddress } = useAddress();
  const mode = toScreenMode(parameters.get("mode"));
  const replacesId = isReplaceMode(mode) ? parameters.get("replace") : null;

  const open = useCallback(
    (next: ScreenMode, replace: string | null) =>
      changeAddress({ mode: next === "projects" ? null : next, replace, map: null, view: null, files: null, folder: null }, "push"),
    [changeAddress],
  );
  const goTo = useCallback((next: ScreenMode) => open(next, isReplaceMode(next) ? replacesId : null), [open, replacesId]);
  const replaceMap = useCallback((projectId: string) => open("options", projectId), [open]);

  return {
    mode,
    /** Id of the project whose map is replaced; null when a project is created. */
    replacesId,
    /** Leads to another mode, of the same replacement if there is one. */
    goTo,
    /** Leads to the ways in, for another map of this project. */
    replaceMap,
  };
}
