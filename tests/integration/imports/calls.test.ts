import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as extract } from "@/app/extract-tus-zip/route";
import { GET as progress } from "@/app/extraction-progress/[safeName]/route";
import { db } from "@/lib/db/client";
import { runImport } from "@/lib/imports/pipeline/run";
import { type ExtractionProgress, extractionProgressSchema } from "@/lib/imports/progress/schema";
import { craftZip } from "../../setup/craft-zip";
import { queuedImport } from "../../setup/import-progress";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { uploadZip, work } from "./publish-zip";

const archive = craftZip(Array.from({ length: 100 }, (_, index) => ({ name: `${index}.bin`, data: randomBytes(50_000) })));

let admin: SignedIn;
let user: SignedIn;
beforeAll(async () => {
  [admin, user] = [await signedIn("admin"), await signedIn("user")];
});

async function call(body: unknown, headers: Record<string, string> = admin.bearer) {
  const answer = await extract(requestTo("/extract-tus-zip", { method: "POST", headers, body }));
  return { status: answer.status, body: await answer.json() };
}

async function readProgress(safeName: string, headers: Record<string, string> = admin.bearer) {
  const answer = await progress(requestTo(`/extraction-progress/${safeName}`, { headers }), { params: Promise.resolve({ safeName }) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as ExtractionProgress };
}

const ownUpload = async () => (await uploadZip(archive, { ownerId: admin.account.id })).blobKey;

describe("POST /extract-tus-zip", () => {
  it("starts an import and returns its safe name", async () => {
    const answer = await call({ projectName: "Tide  Tables", description: " Of the coast ", uploadId: await ownUpload() });
    expect(answer).toMatchObject({ status: 200, body: { success: true, status: "extracting", safeName: "tide-tables" } });
    const row = await db().import.findFirstOrThrow({ where: { safeName: "tide-tables" } });
    expect(row).toMatchObject({ projectName: "Tide Tables", description: "Of the coast", status: "queued", ownerId: admin.account.id });
  });

  it("uses the file name as the default description", async () => {
    await call({ projectName: "Undescribed", uploadId: await ownUpload() });
    const row = await db().import.findFirstOrThrow({ where: { safeName: "undescribed" } });
    expect(row.description).toBe("Uploaded as site.zip");
  });

  it.each<[string, number, () => Promise<[unknown, Record<string, string>]>]>([
    ["without a session", 401, async () => [{ projectName: "A", uploadId: await ownUpload() }, {}]],
    ["by a user", 403, async () => [{ projectName: "A", uploadId: await ownUpload() }, user.bearer]],
    ["from another site's page", 403, async () => [{ projectName: "A", uploadId: await ownUpload() }, admin.foreign]],
    ["without a name", 400, async () => [{ projectName: " ", uploadId: await ownUpload() }, admin.bearer]],
    [
      "with an unknown encoding of names",
      400,
      async () => [{ projectName: "A", nameEncoding: "cp9999", uploadId: await ownUpload() }, admin.bearer],
    ],
    ["without an upload", 400, async () => [{ projectName: "A" }, admin.bearer]],
    [
      "with too long a description",
      400,
      async () => [{ projectName: "A", description: "x".repeat(201), uploadId: await ownUpload() }, admin.bearer],
    ],
    ["with an unknown upload", 404, async () => [{ projectName: "A", uploadId: "0".repeat(32) }, admin.bearer]],
    ["with a malformed upload ID", 404, async () => [{ projectName: "A", uploadId: "../../etc/passwd" }, admin.bearer]],
    ["with another user's upload", 404, async () => [{ projectName: "A", uploadId: (await uploadZip(archive)).blobKey }, admin.bearer]],
  ])("sent %s returns %i and starts nothing", async (_, status, given) => {
    const before = await db().import.count();
    const [body, headers] = await given();
    const answer = await call(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, error: expect.any(String), message: expect.any(String) });
    expect(await db().import.count()).toBe(before);
  });

  it("accepts exactly one of two concurrent requests", async () => {
    const body = { projectName: "Twice", uploadId: await ownUpload() };
    const answers = await Promise.all([call(body), call(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("GET /extraction-progress/{safeName}", () => {
  it("returns the correct progress in every phase", async () => {
    await call({ projectName: "Step by Step", uploadId: await ownUpload() });
    const { id } = await db().import.findFirstOrThrow({ where: { safeName: "step-by-step" } });
    const queued = await readProgress("step-by-step");
    expect(queued.headers.get("cache-control")).toBe("no-store");
    expect(queued.body).toEqual({ ...queuedImport, importId: id, safeName: "step-by-step" });
    const { bearer } = await signedIn("superadmin");
    expect((await readProgress("step-by-step", bearer)).body).toMatchObject({ importId: id, isOwn: false });
    await runImport(id, { signal: new AbortController().signal, untilPublished: true });
    const published = (await readProgress("step-by-step")).body;
    expect(published).toMatchObject({ status: "extracting", phase: "verifying", progress: 0, totalFiles: 100, totalSize: 5_000_000 });
    expect(published.warning).toContain("no index.html");
    expect(published).toMatchObject({ viewable: true, viewMap: "http://localhost:3000/projects/maps/step-by-step/" });
    await runImport(id, { signal: new AbortController().signal, slicing: { sliceMs: 0, mostMs: 0, leavesLarge: true } });
    const sliced = (await readProgress("step-by-step")).body;
    expect(sliced).toMatchObject({ filesExtracted: 1, extractedSize: 50_000, progress: 1 });
    expect(sliced.extractionSpeed).toBeGreaterThan(0);
    await work(id);
    const complete = (await readProgress("step-by-step")).body;
    expect(complete).toMatchObject({ status: "complete", progress: 100, filesExtracted: 100, extractedSize: 5_000_000, viewable: true });
    expect(complete.timeElapsed).toBeGreaterThan(0);
    for (const answer of [queued.body, published, sliced, complete]) expect(extractionProgressSchema.parse(answer)).toEqual(answer);
  });

  it("returns the error of a failed import until the next import with that name", async () => {
    const broken = await uploadZip(Buffer.from("no ZIP"), { ownerId: admin.account.id });
    await call({ projectName: "Once More", uploadId: broken.blobKey });
    await work((await db().import.findFirstOrThrow({ where: { safeName: "once-more" } })).id);
    expect((await readProgress("once-more")).body).toMatchObject({
      status: "error",
      error: "This file is not a ZIP archive.",
      viewable: false,
    });
    await call({ projectName: "Once More", uploadId: await ownUpload() });
    expect((await readProgress("once-more")).body).toMatchObject({ status: "extracting", error: null });
  });

  it.each<[string, number, string, () => Record<string, string>]>([
    ["without a session", 401, "step-by-step", () => ({})],
    ["by a user", 403, "step-by-step", () => user.bearer],
    ["for an unknown name", 404, "never-heard-of", () => admin.bearer],
    ["for an invalid name", 404, "\0", () => admin.bearer],
  ])("sent %s returns %i", async (_, status, safeName, headers) => {
    const answer = await readProgress(safeName, headers());
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body).sort()).toEqual(["error", "message", "success"]);
  });
});
