"use client";

import { useState } from "react";
import { useSWRConfig } from "swr";
import { z } from "zod";
import type { Links } from "@/components/shared/list/use-linked-project";
import { RequestError, serverMessage } from "@/components/shared/request-json";
import { oldestLoad } from "@/components/shared/stale/load-times";
import { useJson } from "@/components/shared/use-json";

export interface DashboardScreenProps extends Links {
  name: string;
  mapsOrigin: string;
}

export function useDashboard<Dashboard>(path: string, schema: z.ZodType<Dashboard>, onRefreshed?: () => void) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { mutate: refreshKeys } = useSWRConfig();
  const { data, error, mutate } = useJson(path, schema, { onSuccess: () => (isRefreshing ? onRefreshed?.() : undefined) });

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
  const failed = "Failed to fetch dashboard stats";
  const isInvalid = error instanceof RequestError && error.cause instanceof z.ZodError;
  return serverMessage(error, failed, { 0: isInvalid ? failed : "Network error. Please try again later." });
}

export function dashboardError(error: unknown): string {
  const unread = "Failed to load dashboard data";
  const failed = error instanceof RequestError ? `Failed to load dashboard (${error.status})` : unread;
  return serverMessage(error, failed, { 0: unread, 401: "No authentication token found" });
}
