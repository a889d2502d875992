import { RequestError } from "@/components/shared/request-json";

interface Fallbacks {
  failed: string;
  missing: string;
}

export function failureMessage(error: unknown, { failed, missing }: Fallbacks): string {
  if (!(error instanceof RequestError)) return failed;
  if (error.message) return error.message;
  if (error.status === 0) return "Error connecting to server";
  return error.status === 401 ? missing : failed;
}
