import type { Project } from "@/lib/generated/prisma/client";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { field } from "../zip-direct/direct-server";
import { ask, downloadPath, type FileServer, filePart, startFileServer, upload } from "./file-server";

/** Reads and saves texts in one project's files as an admin. */
export class ContentCalls {
  readonly address: string;

  private constructor(
    readonly server: FileServer,
    readonly admin: SignedIn,
    readonly project: Project,
  ) {
    this.address = `/api/files/${project.safeName}/file-content`;
  }

  static async start(): Promise<ContentCalls> {
    return new ContentCalls(await startFileServer(), await signedIn("admin"), await createProject(null));
  }

  async put(name: string, bytes: string | Buffer): Promise<void> {
    const parts = [field("filePath_0", name), filePart("x", bytes)];
    const { status } = await upload(this.server.port, this.project.safeName, this.admin.bearer, parts);
    if (status !== 200) throw new Error(`${name} was not uploaded: ${status}.`);
  }

  read(name: string) {
    return ask(this.server.port, `${this.address}?filePath=${encodeURIComponent(name)}`, { headers: this.admin.bearer });
  }

  save(body: unknown, headers: Record<string, string> = {}) {
    return ask(this.server.port, this.address, {
      method: "PUT",
      headers: { "content-type": "application/json", ...this.admin.bearer, ...headers },
      body: Buffer.from(JSON.stringify(body)),
    });
  }

  /** Returns the stored bytes of a file through a download. */
  async bytesOf(name: string): Promise<Buffer> {
    return (await ask(this.server.port, downloadPath(this.project.safeName, [name]), { headers: this.admin.bearer })).bytes;
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
