import { RequestError } from "@/components/shared/request-json";

interface Otherwise {
  failed: string;
  missing: string;
}

export function failureMessage(error: unknown, { failed, missing }: Otherwise): string {
  if (!(error instanceof RequestError)) return failed;
  if (error.message) return error.message;
  if (error.status === 0) return "Error connecting to server";
  return error.status === 401 ? missing : failed;
}
