import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { admins, formOf, names, newAdmin, newUser, PASSWORD, projectsNamed, uniqueEmail, users } from "./calls";

let superadmin: SignedIn;
let project: string;

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
  project = (await createProject(null)).id;
});

const strange: [string, unknown][] = [
  ["null", null],
  ["zero", 0],
  ["a negative number", -1],
  ["a huge number", 1e308],
  ["true", true],
  ["an empty list", []],
  ["an empty object", {}],
  ["a list in a list", [[]]],
  ["a list of null", [null]],
  ["an object with a length", { length: 8 }],
  ["an object with an invalid toString", { toString: "x" }],
  ["NUL", "a\0bcdefgh"],
  ["a lone surrogate", "abcdefgh\ud800"],
  ["a lone surrogate in an email", "a\udc00@example.com"],
  ["SQL", '\'; DROP TABLE "Account"; --'],
  ["the name of a prototype", "__proto__"],
  ["a very long string", "x".repeat(100_000)],
];

const accounts = () => db().account.findMany({ orderBy: { id: "asc" }, include: { assignments: { orderBy: { projectId: "asc" } } } });

/** Expects success, or status 400 with an error for exactly this field. */
async function expectHandled(answer: Response, field: string): Promise<void> {
  expect([200, 201, 400]).toContain(answer.status);
  if (answer.status === 400) expect(Object.keys((await answer.json()).fields)).toEqual([field]);
}

describe("account requests with unusual bodies", () => {
  it.each(["text", 5, null, true, [], [[]]])("return 400 for the body %j", async (body) => {
    const text = JSON.stringify(body);
    const user = await newUser(superadmin);
    const calls = [
      users.create(superadmin, text),
      admins.create(superadmin, text),
      users.edit(superadmin, user._id, text),
      admins.edit(superadmin, superadmin.account.id, text),
    ];
    for (const call of calls) expect((await call).status).toBe(400);
  });

  it.each(strange)("with %s in any field succeed or return 400, never 500", async (_, value) => {
    const user = await newUser(superadmin, { assignedProjects: [project] });
    for (const field of ["fullName", "email", "password", "assignedProjects"]) {
      const form = () => ({ fullName: "A", email: uniqueEmail(), password: PASSWORD, assignedProjects: [project], [field]: value });
      await expectHandled(await users.create(superadmin, form()), field);
      await expectHandled(await users.edit(superadmin, user._id, form()), field);
    }
    for (const field of ["name", "email", "password"]) {
      const form = { name: "A", email: uniqueEmail(), password: PASSWORD, [field]: value };
      await expectHandled(await admins.create(superadmin, form), field);
    }
  });

  it.each([[[1]], [[null]], [[{}]], [["x"]], [[[]]], ["x"], [{ 0: "x", length: 1 }]])(
    "return 400 with an error for assignedProjects when it is %j",
    async (assignedProjects) => {
      const answer = await users.create(superadmin, { fullName: "A", email: uniqueEmail(), password: PASSWORD, assignedProjects });
      expect(answer.status).toBe(400);
      await expectHandled(answer, "assignedProjects");
    },
  );

  it("return 400 for more than 20,000 projects and for many unknown projects", async () => {
    const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
    const form = { fullName: "A", email: uniqueEmail(), password: PASSWORD };
    const tooMany = await users.create(superadmin, { ...form, assignedProjects: Array.from({ length: 20_001 }, (_, n) => id(n)) });
    expect((await tooMany.json()).fields).toEqual({ assignedProjects: "At most 20,000 projects can be assigned to one user." });
    const [last] = await projectsNamed("Real");
    const gone = await users.create(superadmin, { ...form, assignedProjects: [...Array.from({ length: 19_999 }, (_, n) => id(n)), last] });
    expect((await gone.json()).fields).toEqual({ assignedProjects: "A chosen project no longer exists." });
    expect(await db().account.count({ where: { email: form.email } })).toBe(0);
  });

  it("do not fail for emails with letters whose case is known only to newer Unicode versions", async () => {
    for (const letter of ["\u{10d50}", "\u1c89", "\ua7cb", "\ua7da", "İ", "ẞ", "Σ"]) {
      const answer = await admins.create(superadmin, { name: "A", email: `${letter}${uniqueEmail()}`, password: PASSWORD });
      expect([201, 400]).toContain(answer.status);
    }
  });

  it("from other sites or with plain text change nothing", async () => {
    const { browser, foreign, bearer } = superadmin;
    const form = { name: "A", email: uniqueEmail(), password: PASSWORD };
    const before = await accounts();
    const { POST } = await import("@/app/api/admin/create/route");
    const post = (headers: Record<string, string>) =>
      POST(requestTo("/api/admin/create", { method: "POST", headers, body: JSON.stringify(form) }));
    expect((await post(foreign)).status).toBe(403);
    expect((await post({ ...foreign, "content-type": "text/plain" })).status).toBe(403);
    expect((await post({ ...bearer, "content-type": "text/plain" })).status).toBe(415);
    expect(await accounts()).toEqual(before);
    expect((await post(browser)).status).toBe(201);
  });
});

describe("responses and audit events", () => {
  it("never contain a password or a hash", async () => {
    const secret = "S3cret-phrase-of-a-test";
    const user = await newUser(superadmin, { password: secret, assignedProjects: [project] });
    const admin = await newAdmin(superadmin, { password: secret });
    const other = `${secret}-2`;
    const short = "tiny!";
    const answers = [
      await users.all(superadmin),
      await users.all(superadmin, "?limit=200&assigned=3"),
      await users.details(superadmin, user._id),
      await users.edit(superadmin, user._id, { ...formOf(user), password: other }),
      await users.edit(superadmin, user._id, { ...formOf(user), password: short }),
      await users.edit(superadmin, user._id, { ...formOf(user), password: secret, email: superadmin.account.email }),
      await users.create(superadmin, { ...formOf(user), password: secret }),
      await admins.all(superadmin),
      await admins.edit(superadmin, admin._id, { name: "A", email: admin.email, password: other }),
      await admins.create(superadmin, { name: "A", email: admin.email, password: secret }),
      await names(superadmin),
      await users.delete(superadmin, user._id),
      await admins.delete(superadmin, admin._id),
    ];
    const events = await db().auditEvent.findMany({ select: { details: true, targetName: true, action: true } });
    const texts = [...(await Promise.all(answers.map((answer) => answer.text()))), JSON.stringify(events)];
    for (const text of texts) {
      expect(text).not.toMatch(/argon2|passwordHash|\$v=19/i);
      for (const word of [secret, short, Buffer.from(secret).toString("base64")]) expect(text).not.toContain(word);
    }
  });
});
