"use client";

import { useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { z } from "zod";
import type { Links } from "@/components/shared/list/use-linked-project";
import { serverMessage } from "@/components/shared/load-error";
import { RequestError, requestJson } from "@/components/shared/request-json";
import { noteLoad, oldestLoad } from "@/components/shared/stale/load-times";

export interface DashboardScreenProps extends Links {
  name: string;
  mapsOrigin: string;
}

export function useDashboard<Dashboard>(path: string, schema: z.ZodType<Dashboard>, onRefreshed?: () => void) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { mutate: refreshKeys } = useSWRConfig();
  const { data, error, mutate } = useSWR<Dashboard, unknown>(
    path,
    async (address: string) => {
      const dashboard = schema.parse(await requestJson(address));
      noteLoad(address);
      return dashboard;
    },
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

  return {
    dashboard: data,
    error,
    updatedAt: oldestLoad([path]),
    isBusy: isRefreshing || (data === undefined && !error),
    refresh: () => void refresh(),
  };
}

export function adminDashboardError(error: unknown): string {
  return serverMessage(error, "Failed to fetch dashboard stats", { 0: "Network error. Please try again later." });
}

export function dashboardError(error: unknown): string {
  const unread = "Failed to load dashboard data";
  const failed = error instanceof RequestError ? `Failed to load dashboard (${error.status})` : unread;
  return serverMessage(error, failed, { 0: unread, 401: "No authentication token found" });
}
