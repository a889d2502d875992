"use client";

import useSWR from "swr";
import type { z } from "zod";
import { isGone } from "./load-error";
import { parseAnswer, requestJson } from "./request-json";

/**
 * Loads the content of a dialog once, when it opens. A later response would change a form while the user fills it in.
 * @param path null loads nothing
 * @param onGone called when the server returns 404
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
    /** Details from the last time the dialog was open, while loading. */
    details: error ? undefined : data,
    error: isValidating ? undefined : error,
    isLoading: isValidating,
    reload: () => void mutate(),
    replace: (details: Details) => void mutate(details, { revalidate: false }),
  };
}
