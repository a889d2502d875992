import { beforeAll, describe, expect, it } from "vitest";
import { GET as creators } from "@/app/api/project/assigned/creators/route";
import { GET as assigned } from "@/app/api/project/assigned/route";
import { db } from "@/lib/db/client";
import { assign, createAccount, createProject } from "../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../setup/signed-in";

let user: SignedIn;

beforeAll(async () => {
  user = await signedIn("user");
});

async function answerOf(path: string, handler: (request: Request) => Promise<Response>, caller = user): Promise<unknown> {
  const answer = await handler(requestTo(path, { headers: caller.bearer }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return answer.json();
}

describe("GET /api/project/assigned", () => {
  it("returns every field of a complete project", async () => {
    const creator = await createAccount("superadmin", { name: "Grace Hopper" });
    const project = await createProject(creator.id, { name: "Harbour Depths", safeName: "harbour-depths", description: "Soundings" });
    const tree = await db().tree.create({ data: { projectId: project.id } });
    await db().project.update({ where: { id: project.id }, data: { currentTreeId: tree.id, imageBlobKey: "0123456789abcdef" } });
    await assign(project.id, user.account.id);
    const { updatedAt } = await db().project.findUniqueOrThrow({ where: { id: project.id } });
    const createdAt = project.createdAt.toISOString();
    expect(await answerOf("/api/project/assigned", assigned)).toEqual({
      projects: [
        {
          _id: project.id,
          name: "Harbour Depths",
          safeName: "harbour-depths",
          description: "Soundings",
          viewMap: "http://localhost:3000/projects/maps/harbour-depths/",
          path: "/projects/maps/harbour-depths",
          mapImage: `/api/project/image/${project.id}?v=01234567`,
          createdBy: { _id: creator.id, name: "Grace Hopper" },
          createdByModel: "SuperAdmin",
          allowsLocation: false,
          allowsCamera: false,
          isFavourite: false,
          dateCreated: createdAt,
          createdAt,
          updatedAt: updatedAt.toISOString(),
        },
      ],
      total: 1,
      assignedTotal: 1,
      nextCursor: null,
    });
  });

  it("returns null for a missing map, thumbnail and creator", async () => {
    const other = await signedIn("user");
    const { id } = await createProject(null, { name: "Bare" });
    await assign(id, other.account.id);
    expect(await answerOf("/api/project/assigned?limit=50", assigned, other)).toMatchObject({
      projects: [{ _id: id, description: "", viewMap: null, mapImage: null, createdBy: null, createdByModel: "Admin" }],
      nextCursor: null,
    });
  });
});

describe("GET /api/project/assigned/creators", () => {
  it("returns each creator of the user's assigned projects once, sorted by name", async () => {
    const other = await signedIn("user");
    const [ada, zoe, unrelated] = [
      await createAccount("admin", { name: "ada" }),
      await createAccount("admin", { name: "Zoë" }),
      await createAccount("admin", { name: "Bo" }),
    ];
    for (const creator of [zoe.id, ada.id, zoe.id, null, null]) await assign((await createProject(creator)).id, other.account.id);
    await createProject(unrelated.id);
    expect(await answerOf("/api/project/assigned/creators", creators, other)).toEqual({
      creators: [
        { _id: ada.id, name: "ada" },
        { _id: "unknown", name: "Unknown" },
        { _id: zoe.id, name: "Zoë" },
      ],
    });
    expect(await answerOf("/api/project/assigned/creators", creators, await signedIn("user"))).toEqual({ creators: [] });
  });
});
