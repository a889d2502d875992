import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db";
import type { Project } from "@/lib/generated/prisma/client";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { field } from "../zip-direct/direct-server";
import { ask, downloadPath, type FileServer, filePart, startFileServer, upload } from "./file-server";

let server: FileServer;
let admin: SignedIn;
let project: Project;
beforeAll(async () => {
  server = await startFileServer();
  admin = await signedIn("admin");
  project = await createProject(null);
});
afterAll(() => server.close());

describe("POST /api/files/{project}/files", () => {
  it("puts files and folders into one blob", async () => {
    const large = randomBytes(3_000_000);
    const answer = await upload(server.port, project.safeName, admin.bearer, [
      field("targetPath", ""),
      filePart("index.html", "<h1>map</h1>"),
      filePart("0.png", large),
      filePart("empty.txt", ""),
      field("filePath_1", "tiles/1/0.png"),
    ]);
    expect(answer).toMatchObject({ status: 200, body: { success: true, totalFiles: 3, message: "Uploaded 3 file(s) successfully" } });
    const got = await ask(server.port, downloadPath(project.safeName, ["tiles/1/0.png"]), { headers: admin.bearer });
    expect(got.status).toBe(200);
    expect(got.bytes.equals(large)).toBe(true);
    const tree = await db().tree.findFirstOrThrow({ where: { projectId: project.id }, include: { entries: true } });
    expect(tree).toMatchObject({ fileCount: 3, byteCount: BigInt(3_000_012) });
    const zip = await ask(server.port, downloadPath(project.safeName, [""]), { headers: admin.bearer });
    expect(zip.status).toBe(200);
    const { writeFile } = await import("node:fs/promises");
    await writeFile("/tmp/h2/out.zip", zip.bytes);
    const put = await ask(server.port, `/api/files/${project.safeName}/file-content`, {
      method: "PUT",
      headers: { ...admin.bearer, "content-type": "application/json" },
      body: Buffer.from(JSON.stringify({ filePath: "index.html", content: "<h1>other</h1>" })),
    });
    expect(put).toMatchObject({ status: 200 });
    const read = await ask(server.port, `/api/files/${project.safeName}/file-content?filePath=index.html`, { headers: admin.bearer });
    expect(read).toMatchObject({ status: 200, body: { content: "<h1>other</h1>" } });
  });
});
