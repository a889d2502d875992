"use client";

import { useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { z } from "zod";
import { sparse } from "@/components/projects/sparse-answers";
import type { Links } from "@/components/shared/list/use-linked-project";
import { requestJson } from "@/components/shared/request-json";

export interface DashboardScreenProps extends Links {
  name: string;
  mapsOrigin: string;
}

export function useDashboard<Dashboard>(path: string, schema: z.ZodType<Dashboard>, onRefreshed?: () => void) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { mutate: refreshKeys } = useSWRConfig();
  const { data, error, mutate } = useSWR<Dashboard, unknown>(
    path,
    async (address: string) => sparse(schema).parse(await requestJson(address)),
    {
      shouldRetryOnError: false,
      onSuccess: () => (isRefreshing ? onRefreshed?.() : undefined),
    },
  );

  async function refresh() {
    setIsRefreshing(true);
    const isAnalytics = (key: unknown) => String(key).startsWith("/api/project/analytics");
    await Promise.allSettled([mutate(), refreshKeys(isAnalytics)]);
    setIsRefreshing(false);
  }

  return { dashboard: data, error, isBusy: isRefreshing || (data === undefined && !error), refresh: () => void refresh() };
}
