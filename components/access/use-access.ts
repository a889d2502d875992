"use client";

import { useRef, useState } from "react";
import { z } from "zod";
import { isGone } from "@/components/shared/load-error";
import { UNDO_NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { sendJson } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { useJson } from "@/components/shared/use-json";
import type { AccessEditInput } from "@/lib/projects/access/schema";

/** Id of the general access among the changes that are being saved. */
export const GENERAL = "general";

export interface AccessChange {
  /** Id of the user or group that it is about, address of the guest, or GENERAL. */
  about: string;
  edit: AccessEditInput;
  /** Shown once it is saved. */
  message: string;
  /** Offered once it is saved. */
  undo?: AccessChange;
}

/**
 * Loads who may open a project, or the maps of a group, and saves changes one after another.
 * @param onChange called after each saved change @param onGone called when the project or group no longer exists
 */
export function useAccess<Shown>(path: string, schema: z.ZodType<Shown>, onChange: () => void, onGone: () => void) {
  const { showBanner } = useBanner();
  const onError = (error: unknown) => (isGone(error) ? onGone() : undefined);
  const loaded = useJson(path, schema, { dedupingInterval: 0, revalidateOnFocus: false, onError });
  const { mutate } = loaded;
  const [saving, setSaving] = useState<readonly AccessChange[]>([]);
  const [failed, setFailed] = useState<{ change: AccessChange; error: unknown } | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  async function save(change: AccessChange): Promise<boolean> {
    try {
      const { access } = parseAnswer(z.object({ access: schema }), await sendJson("PATCH", path, change.edit));
      await mutate(access, { revalidate: false });
      const { message, undo } = change;
      showBanner({
        tone: "success",
        message,
        ...(undo ? { action: { label: "Undo", run: () => void apply(undo) }, timeout: UNDO_NOTICE_MS } : {}),
      });
      onChange();
      return true;
    } catch (error) {
      setFailed({ change, error });
      onError(error);
      return false;
    } finally {
      setSaving((now) => now.filter((one) => one !== change));
    }
  }

  /** Saves a change. @returns whether it was saved */
  function apply(change: AccessChange): Promise<boolean> {
    setFailed(null);
    setSaving((now) => [...now, change]);
    // Each answer has the whole access, so a former one must not replace a later one.
    const saved = last.current.then(() => save(change));
    last.current = saved;
    return saved;
  }

  return {
    access: loaded.data,
    error: loaded.error,
    isLoading: loaded.isValidating,
    reload: async () => void (await mutate().catch(() => undefined)),
    apply,
    failed,
    isSaving: (about: string) => saving.some((change) => change.about === about),
    /** The general access that is being saved. */
    wantedOpen: saving.findLast(({ about }) => about === GENERAL)?.edit.isOpenToAllUsers,
  };
}

export type Access = ReturnType<typeof useAccess>;
