import { setTimeout as pause } from "node:timers/promises";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { OWNER_NAME, StoreAwayError, type StoreOwnership } from "../store";
import { isMissing, isNamedMissing } from "./errors";
import { options, type S3Requests } from "./requests";

/** After this time whoever wrote at the same moment has written, on stores that let several through. Once in the life of a bucket. */
const SETTLE_MS = 1_000;

/** Answers of stores that know no conditions for a PUT, as numbers of HTTP. */
const WITHOUT_CONDITIONS = new Set([400, 501]);

function statusOf(error: unknown): number | undefined {
  const answer = error instanceof StoreAwayError ? error.cause : error;
  if (!(answer instanceof Error && "$metadata" in answer)) return undefined;
  return (answer.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

/** Whose a bucket is, told by an object in it. */
export class S3Ownership implements StoreOwnership {
  constructor(private readonly requests: S3Requests) {}

  async read(signal?: AbortSignal): Promise<string | null> {
    const command = new GetObjectCommand({ Bucket: this.requests.bucket, Key: OWNER_NAME });
    const read = async () => {
      const { Body } = await this.requests.client.send(command, options(signal));
      return (await Body?.transformToString())?.trim() ?? "";
    };
    try {
      return await this.requests.ask(read, signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (isNamedMissing(error) || (await this.requests.size(OWNER_NAME, signal)) === null) return null;
      throw new StoreAwayError(`${OWNER_NAME} is there, and was answered with 404.`, error);
    }
  }

  /** Of several Amazon's store lets the first through. Others look before they write, or know no conditions: there the last one has it. */
  async claim(id: string): Promise<string> {
    const present = await this.read();
    if (present !== null) return present;
    try {
      await this.put(id, { IfNoneMatch: "*" });
    } catch (error) {
      const first = await this.read();
      if (first !== null) return first;
      if (!WITHOUT_CONDITIONS.has(statusOf(error) ?? 0)) throw error;
      await this.put(id);
    }
    await pause(SETTLE_MS);
    const owner = await this.read();
    if (owner === null) throw new StoreAwayError(`The object store does not have ${OWNER_NAME}, which was written.`, null);
    return owner;
  }

  takeOver(id: string): Promise<void> {
    return this.put(id);
  }

  private async put(id: string, condition: { IfNoneMatch?: string } = {}): Promise<void> {
    const Body = Buffer.from(`${id}\n`);
    const at = { Bucket: this.requests.bucket, Key: OWNER_NAME, ContentType: "text/plain", ContentLength: Body.length };
    await this.requests.ask((client) => client.send(new PutObjectCommand({ ...at, Body, ...condition }), options()));
  }
}
