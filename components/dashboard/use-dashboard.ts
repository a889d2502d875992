"use client";

import { useState } from "react";
import useSWR from "swr";
import type { z } from "zod";
import { requestJson } from "@/components/shared/request-json";

/** Figures and lists of a dashboard, as far as they are here. */
export interface LoadedDashboard<Dashboard> {
  /** Undefined until it is here, or when it did not come. It stays when a later try fails. */
  dashboard: Dashboard | undefined;
  /** Why the last try failed. */
  error: unknown;
  /** The first try, or one that somebody asked for, is under way. */
  isBusy: boolean;
  refresh: () => void;
}

/**
 * Asks for a dashboard when its screen is entered and when one comes back to it.
 * @param path of the call
 * @param schema of its answer
 */
export function useDashboard<Dashboard>(path: string, schema: z.ZodType<Dashboard>): LoadedDashboard<Dashboard> {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { data, error, mutate } = useSWR<Dashboard, unknown>(path, async (address: string) => schema.parse(await requestJson(address)), {
    shouldRetryOnError: false,
  });

  async function refresh() {
    setIsRefreshing(true);
    // A failure arrives as `error`.
    await mutate().catch(() => undefined);
    setIsRefreshing(false);
  }

  return { dashboard: data, error, isBusy: isRefreshing || (data === undefined && !error), refresh: () => void refresh() };
}
