"use client";

import useSWR from "swr";
import { z } from "zod";
import { requestJson } from "@/components/shared/request-json";
import { FILE_MANAGEMENT_PATH, type StorageStats } from "@/lib/files/platform/schema";

const statsSchema: z.ZodType<StorageStats> = z.object({ used: z.number(), total: z.number(), available: z.number(), files: z.number() });

/** How full the storage is. What came once stays when a later try fails. */
export function useStorage() {
  const { data, error, mutate } = useSWR<StorageStats, unknown>(
    `${FILE_MANAGEMENT_PATH}/stats`,
    async (address: string) => statsSchema.parse(await requestJson(address)),
    { shouldRetryOnError: false },
  );
  // A failure is told by the figures that are missing; the list says what is wrong.
  const refresh = async () => void (await mutate().catch(() => undefined));
  return { stats: data, isPending: data === undefined && !error, refresh };
}
