"use client";

import { useState } from "react";
import { isGone, loadErrorMessage, retryLabel, retryOf, UNREACHABLE } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { useJson } from "@/components/shared/use-json";
import { type SessionList, sessionListSchema } from "@/lib/accounts/sessions/schema";

const PATH = "/api/auth/sessions";

type Ending = { id: string } | "others" | null;

/** Ends sessions. Ignores 404, because those sessions have already ended. */
async function endSessions(path: string): Promise<void> {
  try {
    await requestJson(path, { method: "DELETE" });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Loads and ends the user's sessions. @param missing message for a 401 without a message from the server */
export function useSessions(initial: SessionList, missing: string) {
  const { showBanner } = useBanner();
  const [ending, setEnding] = useState<Ending>(null);
  const { data = initial, mutate } = useJson(PATH, sessionListSchema, {
    fallbackData: initial,
    onError: (error) => {
      const action = { label: retryLabel(error), run: retryOf(error, () => void reload()) };
      showBanner({ tone: "error", message: loadErrorMessage(error, "Failed to load sessions"), action, timeout: NOTICE_MS });
    },
  });
  const reload = async () => void (await mutate().catch(() => undefined));

  async function end(what: Exclude<Ending, null>, path: string, done: string) {
    setEnding(what);
    try {
      await endSessions(path);
      await reload();
      showBanner({ tone: "success", message: done });
    } catch (failure) {
      showBanner({
        tone: "error",
        message: serverMessage(failure, "Failed to end session", { ...UNREACHABLE, 401: missing }),
        timeout: NOTICE_MS,
      });
    } finally {
      setEnding(null);
    }
  }

  return {
    ...data,
    ending,
    reload,
    endOne: (id: string) => end({ id }, `${PATH}/${id}`, "Session ended."),
    endOthers: () => end("others", PATH, "All other sessions were ended."),
  };
}
