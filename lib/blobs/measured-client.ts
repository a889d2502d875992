import type { S3Client } from "@aws-sdk/client-s3";
import { env } from "../env";
import { measure, type Operation, operation } from "./measured";

/** `UploadPartCommand` is counted as `upload_part`. */
function labelOf(command: string): string {
  return command
    .replace(/Command$/, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase();
}

/** Counts each call of a client that no {@link MeasuredBlobStore} stands before, when figures for monitoring are gathered. */
export function countCalls(client: S3Client): void {
  if (!env().metrics) return;
  const operations = new Map<string, Operation>();
  client.middlewareStack.add(
    (next, { commandName = "other" }) =>
      (args) => {
        const label = labelOf(commandName);
        const counted = operations.get(label) ?? operation(label);
        operations.set(label, counted);
        return measure(counted, next(args), performance.now());
      },
    { step: "initialize", name: "countCalls" },
  );
}
