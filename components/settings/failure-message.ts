import { RequestError } from "@/components/shared/request-json";

interface Otherwise {
  /** Said of a refusal that gives no reason. */
  failed: string;
  /** Said of a session that ended. */
  missing: string;
}

/** What the person reads of a call that failed (spec 000 §8): the server's message whenever there is one. */
export function failureMessage(error: unknown, { failed, missing }: Otherwise): string {
  if (!(error instanceof RequestError)) return failed;
  if (error.message) return error.message;
  if (error.status === 0) return "Error connecting to server";
  return error.status === 401 ? missing : failed;
}
