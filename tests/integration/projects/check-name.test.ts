import { beforeAll, describe, expect, it } from "vitest";
import { GET as checkName } from "@/app/api/project/check-name/[name]/route";
import { db } from "@/lib/db/client";
import { createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";

let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  [admin, user] = [await signedIn("admin"), await signedIn("user")];
});

describe("GET /api/project/check-name/{name}", () => {
  const check = (name: string, caller = admin) =>
    checkName(requestTo(`/api/project/check-name/${encodeURIComponent(name)}`, { headers: caller.bearer }), {
      params: Promise.resolve({ name }),
    });

  it("finds a project by a name in any case or with the same safe name", async () => {
    await createProject(admin.account.id, { name: "Harbour Plan", safeName: "harbour-plan" });
    for (const name of ["Harbour Plan", "HARBOUR plan", "  harbour   plan ", "Hárbour-Plan!"]) {
      expect(await (await check(name)).json()).toEqual({ exists: true, safeName: "harbour-plan" });
    }
    expect(await (await check("Harbour Plan 2")).json()).toEqual({ exists: false, safeName: "harbour-plan-2" });
  });

  it("treats the name of a running import as taken until the import fails", async () => {
    const { id } = await db().import.create({ data: { safeName: "on-its-way", projectName: "On Its Way", source: "zip" } });
    expect(await (await check("On Its Way")).json()).toMatchObject({ exists: true });
    await db().import.update({ where: { id }, data: { status: "failed" } });
    expect(await (await check("On Its Way")).json()).toMatchObject({ exists: false });
  });

  it.each([
    ["assets", "This project name is reserved. Please choose a different name."],
    ["..", "Project name needs at least one letter or number."],
    [" ", "Project name is required."],
    ["x".repeat(51), "Project name can have at most 50 characters."],
    ["a\u0000b", "Project name contains characters that cannot be shown."],
  ])("returns 400 for %j", async (name, message) => {
    const answer = await check(name);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
  });

  it("returns 403 to users", async () => {
    expect((await check("Harbour Plan", user)).status).toBe(403);
  });
});
