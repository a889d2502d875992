"use client";

import { useState } from "react";
import useSWR from "swr";
import type { z } from "zod";
import { sparse } from "@/components/projects/sparse-answers";
import type { Links } from "@/components/shared/list/use-linked-project";
import { requestJson } from "@/components/shared/request-json";

export interface DashboardScreenProps extends Links {
  name: string;
  mapsOrigin: string;
}

export function useDashboard<Dashboard>(path: string, schema: z.ZodType<Dashboard>) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { data, error, mutate } = useSWR<Dashboard, unknown>(
    path,
    async (address: string) => sparse(schema).parse(await requestJson(address)),
    {
      shouldRetryOnError: false,
    },
  );

  async function refresh() {
    setIsRefreshing(true);
    await mutate().catch(() => undefined);
    setIsRefreshing(false);
  }

  return { dashboard: data, error, isBusy: isRefreshing || (data === undefined && !error), refresh: () => void refresh() };
}
