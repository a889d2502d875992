/** Texts of files in memory, and the calls of the editor. */
import { HttpResponse, http } from "msw";
import { answer } from "../setup/api";
import { refusal } from "./folder-api";

const CONTENT = "/api/files/:project/file-content";

export class ContentApi {
  /** Files that an editor asked for. */
  readonly loads: string[] = [];
  private readonly versions = new Map<string, number>();

  /** @param texts keyed by path; null for a file that isn't text */
  constructor(readonly texts: Map<string, string | null>) {
    this.answerCalls();
  }

  /** Saves a text, as another user does meanwhile. */
  save(path: string, text: string): void {
    this.texts.set(path, text);
    this.versions.set(path, this.versionOf(path) + 1);
  }

  answerCalls(): void {
    answer(
      http.get(CONTENT, ({ request }) => {
        const path = new URL(request.url).searchParams.get("filePath") ?? "";
        this.loads.push(path);
        const content = this.texts.get(path);
        if (content === undefined) return refusal(404, "");
        if (content === null) return refusal(415, "");
        const facts = { encoding: "utf-8", hasByteOrderMark: false, size: content.length, modified: "2026-11-20T10:00:00.000Z" };
        return HttpResponse.json({ success: true, content, ...facts }, { headers: this.headersOf(path) });
      }),
      http.put<never, { filePath: string; content: string }>(CONTENT, async ({ request }) => {
        const { filePath, content } = await request.json();
        if (!this.texts.has(filePath)) return refusal(404, "This file no longer exists.");
        const wanted = request.headers.get("If-Match");
        if (wanted !== null && wanted !== this.headersOf(filePath).ETag) return refusal(409, "");
        this.save(filePath, content);
        return HttpResponse.json({ success: true, message: "File saved successfully" }, { headers: this.headersOf(filePath) });
      }),
    );
  }

  private versionOf(path: string): number {
    return this.versions.get(path) ?? 1;
  }

  private headersOf(path: string): { ETag: string } {
    return { ETag: `"${this.versionOf(path)}"` };
  }
}
