import { HttpResponse, http } from "msw";
import type { PlatformFile, StorageStats } from "@/lib/files/platform/schema";
import { typeOfFile } from "@/lib/files/platform/values";
import type { UnfinishedUpload } from "@/lib/imports/uploads/schema";
import { answer } from "../setup/api";

const GIGABYTE = 1024 ** 3;
const ann = { _id: "8f5c1b1e-0c4f-4b57-9d0a-0f6b1f0f9c11", fullName: "Ann Archer", email: "ann@harbour.example" };

export function platformFile(name: string, given: Partial<PlatformFile> = {}): PlatformFile {
  return {
    _id: String(1 + [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)),
    filename: name,
    originalName: name,
    fileSize: 2_048,
    uploadedBy: ann,
    uploadDate: "2026-11-20T10:00:00.000Z",
    projectName: "Harbour",
    safeName: "harbour",
    path: name,
    ...given,
  };
}

/** Returns storage of 10 GB. @param percent used share, above 100 for a storage that is too small */
export function storageStats(percent: number, given: Partial<StorageStats> = {}): StorageStats {
  const used = (percent / 100) * 10 * GIGABYTE;
  return {
    used,
    total: 10 * GIGABYTE,
    available: Math.max(0, 10 * GIGABYTE - used),
    files: 1_234_567,
    shares: [{ _id: "assets", name: null, bytes: used, files: 2 }],
    ...given,
  };
}

export const answerStats = (stats: StorageStats) => answer(http.get("/api/file-management/stats", () => HttpResponse.json(stats)));

export const UPLOADS_PATH = "/api/superadmin/uploads";

/** @param total default: as many as there are */
export const answerUploads = (uploads: readonly UnfinishedUpload[], total = uploads.length) =>
  answer(http.get(UPLOADS_PATH, () => HttpResponse.json({ uploads, total })));

/** Answers the list, downloads and deletions of the files. @returns the queries of the list, and the ids of deleted files with the queries of their deletions */
export function answerPlatformFiles(files: readonly PlatformFile[]) {
  const queries: URLSearchParams[] = [];
  const deleted: string[] = [];
  answer(
    http.get("/api/file-management/all", ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const [search = "", type, project] = ["search", "type", "project"].map((name) => query.get(name)?.toLowerCase());
      const found = files.filter(
        ({ _id, originalName, safeName }) =>
          !deleted.includes(_id) &&
          originalName.toLowerCase().includes(search) &&
          (type === "all" || type === typeOfFile(originalName)) &&
          (project === undefined || project === safeName),
      );
      return HttpResponse.json({ files: found, total: found.length, nextCursor: null });
    }),
    http.delete("/api/file-management/delete/:id", ({ params: { id }, request }) => {
      deleted.push(`${String(id)}${new URL(request.url).search}`);
      return HttpResponse.json({ success: true, message: "Deleted" });
    }),
    http.head("/api/file-management/download/:id", () => new HttpResponse(null)),
  );
  return { queries, deleted };
}
