import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DELETE } from "@/app/api/project/imports/[id]/route";
import { GET } from "@/app/api/project/imports/route";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/generated/prisma/client";
import { extractionProgressSchema, type ImportSummary } from "@/lib/imports/progress/schema";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";

let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  [admin, other] = [await signedIn("admin"), await signedIn("superadmin")];
});
beforeEach(async () => {
  await db().import.deleteMany();
});

async function list(headers = admin.bearer): Promise<ImportSummary[]> {
  const answer = await GET(requestTo("/api/project/imports", { headers }));
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { imports: ImportSummary[] }).imports;
}

async function dismiss(id: string, headers = admin.bearer) {
  const answer = await DELETE(requestTo(`/api/project/imports/${id}`, { method: "DELETE", headers }), { params: Promise.resolve({ id }) });
  return { status: answer.status, body: await answer.json() };
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

function create(given: Partial<Prisma.ImportUncheckedCreateInput> = {}) {
  const safeName = `import-${randomUUID()}`;
  return db().import.create({ data: { safeName, projectName: safeName, source: "zip", ownerId: admin.account.id, ...given } });
}

const failed = { status: "failed", error: "It is damaged.", finishedAt: new Date() } as const;

describe("GET /api/project/imports", () => {
  it("lists the running imports of all admins, newest first", async () => {
    const first = await create({
      status: "verifying",
      startedAt: hoursAgo(1),
      filesTotal: 4,
      filesDone: 1,
      bytesTotal: 200,
      bytesDone: 50,
      createdAt: hoursAgo(2),
    });
    const second = await create({ ownerId: other.account.id, source: "folder", sourceName: "harbour", replacesId: randomUUID() });
    const ownerless = await create({ ownerId: null, createdAt: hoursAgo(3) });
    const listed = await list();
    expect(listed.map(({ _id }) => _id)).toEqual([second.id, first.id, ownerless.id]);
    expect(listed[0]).toMatchObject({
      projectName: second.projectName,
      source: "folder",
      sourceName: "harbour",
      isReplacement: true,
      createdBy: { _id: other.account.id, name: other.account.name },
      createdAt: second.createdAt.toISOString(),
      phase: "queued",
    });
    expect(listed[1]).toMatchObject({ status: "extracting", progress: 25, filesExtracted: 1, isReplacement: false, sourceName: null });
    expect(listed[2]?.createdBy).toBeNull();
    for (const one of listed) expect(extractionProgressSchema.safeParse(one).success).toBe(true);
    expect(await list(other.bearer)).toHaveLength(3);
  });

  it("lists the caller's failed imports of the last day only", async () => {
    const mine = await create(failed);
    await create({ ...failed, ownerId: other.account.id });
    await create({ ...failed, finishedAt: hoursAgo(25) });
    await create({ ...failed, dismissedAt: new Date() });
    await create({ status: "complete", finishedAt: new Date() });
    expect(await list()).toMatchObject([{ _id: mine.id, status: "error", error: "It is damaged.", viewable: false }]);
  });
});

describe("DELETE /api/project/imports/{id}", () => {
  it("dismisses a failed import of the caller", async () => {
    const { id } = await create(failed);
    expect(await dismiss(id)).toEqual({ status: 200, body: { message: "Failed upload dismissed" } });
    expect(await list()).toEqual([]);
    expect((await db().import.findUniqueOrThrow({ where: { id } })).error).toBe("It is damaged.");
  });

  it.each<[string, () => Promise<string>]>([
    ["another user's import", async () => (await create({ ...failed, ownerId: other.account.id })).id],
    ["a running import", async () => (await create()).id],
    ["a complete import", async () => (await create({ status: "complete" })).id],
    ["a missing import", async () => randomUUID()],
    ["a malformed ID", async () => "7"],
  ])("returns 404 for %s", async (_, given) => {
    const id = await given();
    expect((await dismiss(id)).status).toBe(404);
    expect(await db().import.count({ where: { dismissedAt: { not: null } } })).toBe(0);
  });
});
