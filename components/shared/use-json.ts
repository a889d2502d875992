"use client";

import useSWR, { type SWRConfiguration } from "swr";
import type { z } from "zod";
import { isGone } from "./load-error";
import { requestAnswer } from "./requests/request-answer";

/** Loads and validates an answer of the API. @param path null loads nothing */
export function useJson<Answer>(path: string | null, schema: z.ZodType<Answer>, options?: SWRConfiguration<Answer, unknown>) {
  return useSWR<Answer, unknown>(path, (address: string) => requestAnswer(address, schema), {
    shouldRetryOnError: false,
    ...options,
  });
}

/**
 * Loads the content of a dialog once, when it opens. A later response would change a form while the user fills it in.
 * @param onGone called when the server returns 404
 */
export function useDetails<Details>(path: string | null, schema: z.ZodType<Details>, onGone: () => void) {
  const { data, error, isValidating, mutate } = useJson(path, schema, {
    revalidateOnMount: true,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0,
    onError: (reason) => {
      if (isGone(reason)) onGone();
    },
  });
  return {
    /** Details from the last time the dialog was open, while loading. */
    details: error ? undefined : data,
    error: isValidating ? undefined : error,
    isLoading: isValidating,
    reload: () => void mutate(),
    replace: (details: Details) => void mutate(details, { revalidate: false }),
  };
}
