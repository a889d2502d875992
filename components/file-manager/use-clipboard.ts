"use client";

import { useMemo, useState } from "react";
import { canMoveInto } from "@/components/files/manager/folder/item-paths";
import type { FileItem } from "@/lib/files/schema";

interface Clip {
  how: "move" | "copy";
  items: readonly FileItem[];
}

const nothing: ReadonlySet<string> = new Set();

/** What was cut or copied, to be pasted into another folder of the same map. */
export function useClipboard(relocate: (how: "move" | "copy", items: readonly FileItem[], target: string) => Promise<boolean>) {
  const [clip, setClip] = useState<Clip | null>(null);
  const cut = useMemo(() => (clip?.how === "move" ? new Set(clip.items.map(({ path }) => path)) : nothing), [clip]);

  const canPaste = (target: string) => clip !== null && (clip.how === "copy" || canMoveInto([...cut], target));

  return {
    /** Paths of what was cut, and is still where it was. */
    cut,
    count: clip?.items.length ?? 0,
    take: (how: "move" | "copy", items: readonly FileItem[]) => setClip({ how, items }),
    canPaste,
    paste: async (target: string) => {
      if (!clip || !canPaste(target)) return;
      const isDone = await relocate(clip.how, clip.items, target);
      if (isDone && clip.how === "move") setClip(null);
    },
    forget: () => setClip(null),
  };
}

export type Clipboard = ReturnType<typeof useClipboard>;
