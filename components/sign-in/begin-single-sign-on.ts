import { requestJson, sendJson } from "@/components/shared/request-json";

/**
 * Has NextAuth begin a sign-in at the provider.
 * @param next path to open afterwards
 * @param isAgain asks the provider to have the person sign in there again
 * @returns URL of the provider, or of the sign-in screen with an error
 */
export async function beginSingleSignOn(next: string, isAgain = false): Promise<string> {
  const { csrfToken } = (await requestJson("/api/auth/csrf")) as { csrfToken: string };
  const path = `/api/auth/signin/oidc${isAgain ? "?prompt=login" : ""}`;
  const { url } = (await sendJson("POST", path, { csrfToken, callbackUrl: next, json: "true" })) as { url: string };
  return url;
}
