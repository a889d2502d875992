import { beforeAll, describe, expect, it } from "vitest";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { callsOf } from "./calls";

let admin: SignedIn;
let calls: ReturnType<typeof callsOf>;

beforeAll(async () => {
  admin = await signedIn("admin");
  calls = callsOf(admin);
});

describe("PUT /api/project/edit/{id} with the values that the editor saw", () => {
  it("returns 409 with who changed a field meanwhile, and changes nothing", async () => {
    const project = await createProject(admin.account.id, { description: "As it was" });
    const { email } = admin.account;
    const before = { description: "As it was", mapUrl: null, allowsLocation: false };
    await calls.edit(project.id, { description: "By the first", allowsLocation: true });
    const second = { description: "By the second", mapUrl: "https://maps.example/", allowsLocation: false };
    const refused = await calls.edit(project.id, { ...second, before });
    expect(refused).toMatchObject({ status: 409, body: { message: "This project was changed meanwhile. Nothing was saved." } });
    const at = (value: string) =>
      expect.stringMatching(new RegExp(`^${email} changed this on \\w{3} \\d+, \\d{4}, \\d\\d:\\d\\d UTC to ${value}\\.$`));
    expect(refused.body.fields).toEqual({ description: at("“By the first”"), allowsLocation: at("on") });
    expect((await calls.details(project.id)).body.project).toMatchObject({
      description: "By the first",
      mapUrl: null,
      allowsLocation: true,
    });

    // What both changed to the same value is no conflict, and neither is what the other did not change.
    const same = { description: "By the first", mapUrl: second.mapUrl };
    expect(await calls.edit(project.id, { ...same, before })).toMatchObject({ status: 200, body: { project: same } });
    const seen = { description: "By the first", mapUrl: second.mapUrl, allowsLocation: true };
    expect(await calls.edit(project.id, { ...second, before: seen })).toMatchObject({ status: 200, body: { project: second } });
  });
});
