import { Upload } from "tus-js-client";
import { z } from "zod";
import { toSafeName } from "@/lib/projects/schema";
import { type MapArchive, sha256 } from "./map-archive";
import { persist, Refusal } from "./persist";

const CHUNK_BYTES = 512 * 1024;
const READERS = 4;

export interface Access {
  origin: string;
  headers: { Authorization: string };
}

const progressSchema = z.object({
  status: z.enum(["extracting", "creating_project", "complete", "error"]),
  error: z.string().nullable(),
  phase: z.string(),
  filesExtracted: z.number(),
  extractedSize: z.number(),
});

/** The phase of a journey. `over`: it has read its map. */
export type Stage = "waiting" | "uploading" | "importing" | "looking" | "over";

/** The result of an import. */
export type Ending = { outcome: "project" } | { outcome: "clean error" | "broken"; message: string };

/** Uploads, imports and reads every file, as a patient client does. Notes what must never happen. */
export class Journey {
  readonly violations: string[] = [];
  readonly safeName: string;
  uploadId = "";
  stage: Stage = "waiting";
  private acknowledged = 0;
  private mapsOrigin = "";

  constructor(
    private readonly access: Access,
    readonly archive: MapArchive,
    readonly projectName: string,
  ) {
    this.safeName = toSafeName(projectName);
  }

  async upload(): Promise<void> {
    const { zip } = this.archive;
    const url = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(zip, {
        endpoint: `${this.access.origin}/files/`,
        headers: this.access.headers,
        chunkSize: CHUNK_BYTES,
        retryDelays: Array.from({ length: 300 }, () => 200),
        metadata: { filename: "site.zip", uploadType: "zip", projectName: this.projectName },
        onChunkComplete: (_size, accepted) => {
          this.acknowledged = accepted;
          this.stage = "uploading";
        },
        onAfterResponse: (request, response) =>
          this.checkOffset(request.getMethod(), response.getStatus(), response.getHeader("Upload-Offset")),
        onSuccess: () => resolve(upload.url ?? ""),
        onError: reject,
      });
      upload.start();
    });
    this.uploadId = url.slice(url.lastIndexOf("/") + 1);
  }

  async import(): Promise<Ending> {
    await this.startImport();
    this.stage = "importing";
    return persist(`the import of ${this.safeName} ends`, async (report) => {
      const response = await fetch(`${this.access.origin}/extraction-progress/${this.safeName}`, { headers: this.access.headers });
      if (!response.ok) return report(`status ${response.status}`);
      const { status, error, phase, filesExtracted, extractedSize } = progressSchema.parse(await response.json());
      if (status === "complete") return { outcome: "project" };
      if (status === "error") return { outcome: "clean error", message: error ?? "" };
      return report(`${phase}, ${filesExtracted} files and ${extractedSize} bytes`);
    });
  }

  /** Reads and checks every file of the map. */
  async look(): Promise<void> {
    this.stage = "looking";
    const left = [...this.archive.files.keys()];
    const cookie = await this.openMap();
    const read = async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) await this.checkFile(name, cookie);
    };
    await Promise.all(Array.from({ length: READERS }, read));
    this.stage = "over";
  }

  private checkOffset(method: string, status: number, offset: string | undefined): void {
    if (method === "POST" && status === 201 && this.acknowledged > 0)
      this.violations.push(`began anew after ${this.acknowledged} acknowledged bytes`);
    if (method === "HEAD" && status === 200 && Number(offset) < this.acknowledged) {
      this.violations.push(`lost ${this.acknowledged - Number(offset)} acknowledged bytes`);
    }
  }

  /** A request without an answer may have succeeded. Then the second one is refused, and the import exists. */
  private startImport(): Promise<true> {
    let attempts = 0;
    return persist(`the import of ${this.safeName} begins`, async () => {
      attempts += 1;
      const response = await fetch(`${this.access.origin}/extract-tus-zip`, {
        method: "POST",
        headers: { ...this.access.headers, "Content-Type": "application/json" },
        body: JSON.stringify({ projectName: this.projectName, description: "", uploadId: this.uploadId }),
      });
      const text = await response.text();
      if (response.ok || (response.status === 409 && attempts > 1)) return true;
      if (response.status < 500) throw new Refusal(`the import was refused (${response.status}): ${text}`);
      return undefined;
    });
  }

  /** Opens the map with its ticket, as a browser does. @returns the map's cookie */
  private openMap(): Promise<string> {
    return persist(`the map ${this.safeName} opens`, async () => {
      const asked = await fetch(`${this.access.origin}/projects/maps/${this.safeName}/`, {
        headers: this.access.headers,
        redirect: "manual",
      });
      const ticket = asked.headers.get("location");
      if (asked.status !== 302 || !ticket) return undefined;
      const swapped = await fetch(ticket, { redirect: "manual" });
      const cookies = swapped.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
      if (swapped.status !== 302 || cookies.length === 0) return undefined;
      this.mapsOrigin = new URL(ticket).origin;
      return cookies.join("; ");
    });
  }

  private async checkFile(name: string, cookie: string): Promise<void> {
    const address = `${this.mapsOrigin}/projects/maps/${this.safeName}/${name}`;
    const bytes = await persist(address, async () => {
      const response = await fetch(address, { headers: { Cookie: cookie } });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status < 500 && response.status !== 200) throw new Refusal(`${name} answered ${response.status}`);
      return response.status === 200 ? body : undefined;
    });
    if (sha256(bytes) !== this.archive.files.get(name)) this.violations.push(`${name} was served with other bytes`);
  }
}
