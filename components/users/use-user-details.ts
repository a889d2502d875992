"use client";

import useSWR from "swr";
import { RequestError, requestJson } from "@/components/shared/request-json";
import type { UserSummary } from "@/lib/accounts/users/schema";

/**
 * A user with all of their projects, as they stand now; the list names but a few.
 * @param id undefined for somebody new, of whom there is nothing to ask
 * @param onGone the server knows the user no more
 */
export function useUserDetails(id: string | undefined, onGone: () => void) {
  const { data, error, isValidating, mutate } = useSWR<{ user: UserSummary }, unknown>(
    id ? `/api/user/details/${id}` : null,
    async (path: string) => (await requestJson(path)) as { user: UserSummary },
    {
      // Asked once, when the form opens: what comes later would change the form under the hands of who fills it in.
      revalidateOnMount: true,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
      onError: (reason) => {
        if (reason instanceof RequestError && reason.status === 404) onGone();
      },
    },
  );
  return {
    /** Undefined until this form's own answer is here: saving what another form was told would undo what others did meanwhile. */
    user: isValidating || error ? undefined : data?.user,
    error: isValidating ? undefined : error,
    reload: () => void mutate(),
  };
}
