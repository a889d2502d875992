"use client";

import useSWR from "swr";
import type { z } from "zod";
import { isGone } from "./load-error";
import { parseAnswer, requestJson } from "./request-json";

/**
 * Loads what a dialog shows, once, when it opens: a later answer would change a form while the user fills it in.
 * @param path null loads nothing
 * @param onGone called when it was deleted
 */
export function useDetails<Details>(path: string | null, schema: z.ZodType<Details>, onGone: () => void) {
  const { data, error, isValidating, mutate } = useSWR<Details, unknown>(
    path,
    async (address: string) => parseAnswer(schema, await requestJson(address)),
    {
      revalidateOnMount: true,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
      onError: (reason) => {
        if (isGone(reason)) onGone();
      },
    },
  );
  return {
    /** While loading, those from the last time that the dialog was open. */
    details: error ? undefined : data,
    error: isValidating ? undefined : error,
    isLoading: isValidating,
    reload: () => void mutate(),
    replace: (details: Details) => void mutate(details, { revalidate: false }),
  };
}
