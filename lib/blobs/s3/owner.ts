import { setTimeout as pause } from "node:timers/promises";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { OWNER_NAME, type StoreOwnership, StoreUnavailableError } from "../store";
import { isMissing, isNamedMissing, statusOf } from "./errors";
import { options, type S3Requests } from "./requests";

/** Wait for other writers on stores without conditional writes. Happens once for each bucket. Milliseconds. */
const SETTLE_MS = 1_000;

const WITHOUT_CONDITIONS = new Set([400, 501]);

export class S3Ownership implements StoreOwnership {
  constructor(private readonly requests: S3Requests) {}

  async read(): Promise<string | null> {
    const command = new GetObjectCommand({ Bucket: this.requests.bucket, Key: OWNER_NAME });
    const read = async () => {
      const { Body } = await this.requests.client.send(command, options());
      return (await Body?.transformToString())?.trim() ?? "";
    };
    try {
      return await this.requests.ask(read);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (isNamedMissing(error) || (await this.requests.size(OWNER_NAME)) === null) return null;
      throw new StoreUnavailableError(`${OWNER_NAME} exists, but the object store answered 404.`, error);
    }
  }

  /** S3 conditional writes: when several writers race, the first succeeds. On stores without them the last one does. */
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
    if (owner === null) throw new StoreUnavailableError(`The object store lost ${OWNER_NAME}, which was just written.`, null);
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
