"use client";

import { useEffect, useRef } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import type { UploadLabel } from "../controller/upload-controller";
import { isUnderWay, type Phase } from "../controller/upload-state";
import type { UploadScreenProps } from "../target/upload-subject";

type DraftChanges = Pick<UploadScreenProps, "onDraftChange" | "onDraftUsed">;

/** Deletes the draft when its project exists, or when its upload goes on in the tray. Restores it when the screen shows that upload. */
export function useDraftUse(label: UploadLabel | null, phase: Phase, { onDraftChange, onDraftUsed }: DraftChanges): void {
  const { showBanner } = useBanner();
  const isUsed = phase.status === "complete" && phase.target.replacesId === null;
  const latest = useRef({ label, phase, onDraftUsed });
  useEffect(() => {
    latest.current = { label, phase, onDraftUsed };
  });
  useEffect(() => {
    if (isUsed) onDraftUsed();
  }, [isUsed, onDraftUsed]);

  const target = label?.target?.replacesId === null ? label.target : null;
  useEffect(() => {
    if (target) onDraftChange({ name: target.projectName, description: target.description });
  }, [target, onDraftChange]);

  useEffect(
    () => () => {
      const left = latest.current;
      if (!isUnderWay(left.phase.status)) return;
      if (left.label?.target?.replacesId === null) left.onDraftUsed();
      if (left.phase.status !== "extracting") return;
      showBanner({ tone: "info", message: "Extraction continues in background. Project will appear when complete." });
    },
    [showBanner],
  );
}
