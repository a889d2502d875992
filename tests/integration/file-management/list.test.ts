import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "../../../app/api/file-management/all/route";
import { db, pool } from "../../../lib/db/client";
import type { PlatformFilePage } from "../../../lib/files/platform/schema";
import { FILE_SORTS, FILE_TYPES, type FileSort } from "../../../lib/files/platform/values";
import { requestTo, signedIn } from "../../setup/signed-in";
import { type ModelFile, makePlatform } from "./platform";

let bearer: Record<string, string> = {};
let model: ModelFile[] = [];

beforeAll(async () => {
  bearer = (await signedIn("superadmin")).bearer;
  model = await makePlatform(20_261_122);
});

function requestList(query: Record<string, string>): Promise<Response> {
  return GET(requestTo(`/api/file-management/all?${new URLSearchParams(query)}`, { headers: bearer }));
}

async function page(query: Record<string, string>): Promise<PlatformFilePage> {
  const answer = await requestList(query);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function everyPage(query: Record<string, string>): Promise<PlatformFilePage["files"]> {
  const files: PlatformFilePage["files"] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { files: some, nextCursor }: PlatformFilePage = await page({ ...query, ...(cursor && { cursor }) });
    files.push(...some);
    cursor = nextCursor;
  }
  return files;
}

function expected({ search = "", type = "all" }: Record<string, string>): ModelFile[] {
  const text = search.toLowerCase().trim();
  return model.filter(
    (file) =>
      (type === "all" || file.type === type) &&
      [file.name, file.uploader, file.project].some((field) => field?.toLowerCase().includes(text)),
  );
}

const keyOf: Record<FileSort, (file: PlatformFilePage["files"][number]) => string | number> = {
  all: ({ uploadDate }) => uploadDate,
  "date-newest": ({ uploadDate }) => uploadDate,
  "date-oldest": ({ uploadDate }) => uploadDate,
  "size-asc": ({ fileSize }) => fileSize,
  "size-desc": ({ fileSize }) => fileSize,
  "uploader-asc": ({ uploadedBy }) => (uploadedBy?.fullName ?? "Unknown").toLowerCase(),
  "uploader-desc": ({ uploadedBy }) => (uploadedBy?.fullName ?? "Unknown").toLowerCase(),
  "name-asc": ({ filename }) => filename.toLowerCase(),
  "name-desc": ({ filename }) => filename.toLowerCase(),
  "project-asc": ({ projectName }) => (projectName ?? "No project").toLowerCase(),
  "project-desc": ({ projectName }) => (projectName ?? "No project").toLowerCase(),
};
const byUnicode = new Intl.Collator("und");
const compareKeys = (a: string | number, b: string | number) =>
  typeof a === "string" && typeof b === "string" ? byUnicode.compare(a, b) : Number(a) - Number(b);
const isAscending = (sort: FileSort) => sort.endsWith("-asc") || sort === "date-oldest";

const searches = [
  "",
  "a",
  "1",
  "ha",
  "HARBOUR",
  "über",
  "ÖZNUR",
  "ada",
  "%",
  "_",
  "\\",
  ".png",
  "gone",
  "unknown",
  "nothing like it",
  "’; DROP",
];

describe("GET /api/file-management/all", () => {
  it("returns the files of a project, of the shared assets or of no project for an unknown id", async () => {
    const harbour = await db().project.findFirstOrThrow({ where: { name: "Harbour Depths" } });
    for (const [project, name] of [
      [harbour.id, "Harbour Depths"],
      ["assets", null],
      [randomUUID(), "none"],
    ] as const) {
      const wanted = model.filter((file) => file.project === name);
      const { total, files } = await page({ project, sort: "name-asc" });
      expect([total, files.map(({ _id }) => _id).toSorted()]).toEqual([wanted.length, wanted.map(({ id }) => id).toSorted()]);
    }
    expect((await requestList({ project: "x" })).status).toBe(400);
  });

  it("returns every current file with its fields, and no folders, former or trashed files", async () => {
    const { files, total, nextCursor } = await page({});
    expect({ total, nextCursor }).toEqual({ total: model.length, nextCursor: null });
    const returned = files.map((file) => ({
      id: file._id,
      name: file.filename,
      size: file.fileSize,
      uploader: file.uploadedBy?.fullName ?? null,
      project: file.projectName,
      date: file.uploadDate,
      path: file.path,
    }));
    const known = model.map(({ type: _, ...file }) => file);
    const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id);
    expect(returned.sort(byId)).toEqual(known.sort(byId));
    for (const file of files) expect(file.originalName).toBe(file.filename);
    expect(new Set(files.filter((file) => file.projectName === null).map(({ safeName }) => safeName))).toEqual(new Set(["assets"]));
  });

  it.each(FILE_SORTS)(
    "returns the matches of every search and filter in the order %s, in pages of 19",
    async (sort) => {
      for (const search of searches) {
        for (const type of search.length > 2 ? ["all", "image"] : ["all", ...FILE_TYPES]) {
          const matches = expected({ search, type });
          const files = await everyPage({ search, type, sort, limit: "19" });
          const where = JSON.stringify({ search, type });
          expect(`${where} ${files.map(({ _id }) => Number(_id)).sort((a, b) => a - b)}`).toBe(
            `${where} ${matches.map(({ id }) => Number(id)).sort((a, b) => a - b)}`,
          );
          const keys = files.map(keyOf[sort]);
          const sorted = [...keys].sort(compareKeys);
          expect(keys).toEqual(isAscending(sort) ? sorted : sorted.reverse());
          expect((await page({ search, type, sort, limit: "1" })).total).toBe(matches.length);
        }
      }
    },
    120_000,
  );

  it("continues after the last row when files change between pages", async () => {
    const first = await page({ limit: "5", sort: "size-desc" });
    const [gone] = first.files.slice(-1);
    await pool().query(`UPDATE "Entry" SET size = size + 100000000 WHERE id = $1`, [gone?._id]);
    const rest = await everyPage({ limit: "50", sort: "size-desc", cursor: first.nextCursor ?? "" });
    expect(rest).toHaveLength(model.length - 5);
    await pool().query(`UPDATE "Entry" SET size = size - 100000000 WHERE id = $1`, [gone?._id]);
  });

  it.each<Record<string, string>>([
    { type: "folder" },
    { sort: "name" },
    { sort: "size;drop" },
    { limit: "0" },
    { limit: "201" },
    { limit: "1.5" },
    { search: "x".repeat(201) },
    { cursor: "x" },
    { cursor: Buffer.from(`["[\\"2026\\"]","1","x"]`).toString("base64url") },
  ])("returns 400 for %j", async (query) => {
    expect((await requestList(query)).status).toBe(400);
  });

  it("returns 400 for a cursor of another sort order", async () => {
    const { nextCursor } = await page({ limit: "1", sort: "size-asc" });
    for (const sort of ["size-desc", "all", "uploader-asc"])
      expect((await requestList({ sort, cursor: nextCursor ?? "" })).status).toBe(400);
  });
});
