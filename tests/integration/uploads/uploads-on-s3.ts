import { type ClientRequest, request } from "node:http";
import { ListPartsCommand, type S3Client } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createS3Client } from "@/lib/blobs/s3/client";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findUploadStorage } from "@/lib/imports/uploads/receiving";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { forkUploadServer, type UploadProcess } from "./upload-process";
import { idOf, OFFSET_BODY, startUploadServer } from "./upload-server";

export const MIB = 1024 * 1024;
/** Bytes of an upload's part in the store. */
export const PART = 16 * MIB;

/** Reads and falsifies the state of uploads in the object store and in the database. */
export class UploadsOnS3 {
  private signedIn: SignedIn | null = null;
  private connection: S3Client | null = null;
  private readonly cleanUps: (() => unknown)[] = [];

  get admin(): SignedIn {
    if (!this.signedIn) throw new Error("No user is signed in yet.");
    return this.signedIn;
  }

  /** The object store itself, reached directly. */
  get client(): S3Client {
    if (!this.connection) throw new Error("There is no object store.");
    return this.connection;
  }

  get bucket(): string {
    return env().s3?.bucket ?? "";
  }

  async open(): Promise<void> {
    this.signedIn = await signedIn("admin");
    const { s3 } = env();
    if (s3) this.connection = createS3Client(s3);
  }

  /** Ends the processes that a test started. */
  async cleanUp(): Promise<void> {
    for (const cleanUp of this.cleanUps.splice(0).reverse()) await cleanUp();
  }

  close(): void {
    this.connection?.destroy();
  }

  async startServer() {
    const server = await startUploadServer();
    this.cleanUps.push(() => server.close());
    return server;
  }

  async startProcess(port?: number): Promise<UploadProcess> {
    const started = await forkUploadServer(port);
    this.cleanUps.push(() => started.child.exitCode === null && started.child.signalCode === null && started.kill("SIGKILL"));
    return started;
  }

  storageOf(url: string) {
    return findUploadStorage(blobKeySchema.parse(idOf(url)));
  }

  async keep(url: string, storage: object): Promise<void> {
    await db().upload.update({ where: { id: idOf(url) }, data: { storage } });
  }

  /** Makes the row look as if the store had reported fewer bytes for this long. */
  async haveBeenStaleFor(url: string, seconds: number): Promise<void> {
    await this.keep(url, { ...(await this.storageOf(url)), staleSince: Date.now() - seconds * 1000 });
  }

  /** The multipart upload, as requests to the store name it. */
  async target(url: string) {
    return { Bucket: this.bucket, Key: idOf(url), UploadId: (await this.storageOf(url))?.multipart ?? "" };
  }

  async partsOf(url: string) {
    return (await this.client.send(new ListPartsCommand(await this.target(url)))).Parts ?? [];
  }

  /** Sends a PATCH with only some of its announced bytes. */
  beginPatch(url: string, offset: number, length: number, first: Buffer): ClientRequest {
    const headers = { ...this.admin.bearer, ...OFFSET_BODY, "Tus-Resumable": "1.0.0", "Upload-Offset": offset, "Content-Length": length };
    const sent = request(url, { method: "PATCH", headers, agent: false });
    sent.on("error", () => undefined);
    sent.write(first);
    return sent;
  }
}

/** Sets everything up for the tests of the calling `describe`. */
export function useUploadsOnS3(): UploadsOnS3 {
  const uploads = new UploadsOnS3();
  beforeAll(() => uploads.open());
  afterEach(() => uploads.cleanUp());
  afterAll(() => uploads.close());
  return uploads;
}
