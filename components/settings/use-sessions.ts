"use client";

import { useState } from "react";
import useSWR from "swr";
import { useBanner } from "@/components/shared/banner-provider";
import { useLoadError } from "@/components/shared/list/use-load-error";
import { NOTICE_MS, SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { RequestError, requestJson } from "@/components/shared/request-json";
import { type SessionList, sessionListSchema } from "@/lib/accounts/sessions/schema";
import { failureMessage } from "./failure-message";

const PATH = "/api/auth/sessions";

/** What is being ended: one session, by its id, or all the others. */
export type Ending = { id: string } | "others" | null;

async function fetchSessions(): Promise<SessionList> {
  return sessionListSchema.parse(await requestJson(PATH));
}

/** Ends sessions. One that ended meanwhile, by itself or elsewhere, is what was asked for. */
async function endSessions(path: string): Promise<void> {
  try {
    await requestJson(path, { method: "DELETE" });
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error;
  }
}

/**
 * One's own sessions, kept fresh while they are looked at.
 * @param initial as they came with the screen
 * @param missing what is said when there is no session left to ask with, and the server does not say it
 */
export function useSessions(initial: SessionList, missing: string) {
  const { showBanner } = useBanner();
  const [ending, setEnding] = useState<Ending>(null);
  const {
    data = initial,
    error,
    mutate,
  } = useSWR<SessionList, unknown>(PATH, fetchSessions, {
    fallbackData: initial,
    shouldRetryOnError: false,
  });
  const reload = () =>
    mutate().then(
      () => undefined,
      () => undefined,
    );
  useLoadError(error, "Failed to load sessions", () => void reload(), { timeout: NOTICE_MS });

  async function end(what: Exclude<Ending, null>, path: string, done: string) {
    setEnding(what);
    try {
      await endSessions(path);
      await reload();
      showBanner({ tone: "success", message: done, timeout: SUCCESS_NOTICE_MS });
    } catch (failure) {
      showBanner({ tone: "error", message: failureMessage(failure, { failed: "Failed to end session", missing }), timeout: NOTICE_MS });
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
