import { beforeAll, describe, expect, it } from "vitest";
import { GET as checkName } from "@/app/api/project/check-name/[name]/route";
import { db } from "@/lib/db";
import { createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";

let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  [admin, user] = [await signedIn("admin"), await signedIn("user")];
});

describe("GET /api/project/check-name/{name}", () => {
  const check = (name: string, who = admin) =>
    checkName(requestTo(`/api/project/check-name/${encodeURIComponent(name)}`, { headers: who.bearer }), {
      params: Promise.resolve({ name }),
    });

  it("knows a project of that name in any case, and of another name with its address", async () => {
    await createProject(admin.account.id, { name: "Harbour Plan", safeName: "harbour-plan" });
    for (const name of ["Harbour Plan", "HARBOUR plan", "  harbour   plan ", "Hárbour-Plan!"]) {
      expect(await (await check(name)).json()).toEqual({ exists: true, safeName: "harbour-plan" });
    }
    expect(await (await check("Harbour Plan 2")).json()).toEqual({ exists: false, safeName: "harbour-plan-2" });
  });

  it("knows a name that an import under way will take, until that has failed", async () => {
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
  ])("refuses %j", async (name, message) => {
    const answer = await check(name);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
  });

  it("tells plain users nothing", async () => {
    expect((await check("Harbour Plan", user)).status).toBe(403);
  });
});
