"use client";

import useSWR from "swr";
import { requestJson } from "@/components/shared/request-json";
import type { UserSummary } from "@/lib/users/schema";

/**
 * A user with all of their projects, as they stand now; the list names but a few.
 * @param id undefined for somebody new, of whom there is nothing to ask
 */
export function useUserDetails(id: string | undefined) {
  const { data, error, isValidating, mutate } = useSWR<{ user: UserSummary }, unknown>(
    id ? `/api/user/details/${id}` : null,
    async (path: string) => (await requestJson(path)) as { user: UserSummary },
    // Asked once, when the form opens: what comes later would change the form under the hands of who fills it in.
    { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false, dedupingInterval: 0 },
  );
  return {
    /** Undefined until the answer is here; one of an earlier time does not count. */
    user: isValidating ? undefined : data?.user,
    error: isValidating ? undefined : error,
    reload: () => void mutate(),
  };
}
