"use client";

import { useState } from "react";
import useSWR from "swr";
import type { z } from "zod";
import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { requestJson } from "@/components/shared/request-json";

export interface DashboardScreenProps {
  name: string;
  linked: LinkedMap | null;
  mapsOrigin: string;
}

export function useDashboard<Dashboard>(path: string, schema: z.ZodType<Dashboard>, onRefreshed?: () => void) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { data, error, mutate } = useSWR<Dashboard, unknown>(path, async (address: string) => schema.parse(await requestJson(address)), {
    shouldRetryOnError: false,
    onSuccess: () => (isRefreshing ? onRefreshed?.() : undefined),
  });

  async function refresh() {
    setIsRefreshing(true);
    await mutate().catch(() => undefined);
    setIsRefreshing(false);
  }

  return { dashboard: data, error, isBusy: isRefreshing || (data === undefined && !error), refresh: () => void refresh() };
}
