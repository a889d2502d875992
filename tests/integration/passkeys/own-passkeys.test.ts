import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { type Forgery, SoftwareAuthenticator } from "../../setup/software-authenticator";
import {
  addCall,
  addedPasskey,
  creationOptionsFor,
  listed,
  newPasskey,
  removeCall,
  renameCall,
  signInOptions,
  signInWith,
} from "./passkey-calls";

let person: SignedIn;
beforeEach(async () => {
  person = await signedIn("user");
});

const statusOf = async (answer: Promise<Response>) => (await answer).status;

const eventsOf = ({ account }: SignedIn) =>
  db().auditEvent.findMany({
    where: { actorId: account.id, action: { startsWith: "account.factor" } },
    orderBy: { at: "asc" },
    select: { action: true, targetType: true, targetName: true, details: true },
  });

const mailsTo = async ({ account }: SignedIn) =>
  (await db().accountNotice.findMany({ where: { accountId: account.id }, orderBy: { createdAt: "asc" } })).map(({ notice }) => notice);

const outdateProof = ({ session }: SignedIn) =>
  db().session.update({ where: { id: session.id }, data: { provenAt: new Date(Date.now() - 16 * 60_000) } });

describe("POST /api/auth/passkeys/options", () => {
  it("asks for a discoverable passkey with user verification, for this host and account", async () => {
    const { account } = person;
    expect(await creationOptionsFor(person)).toMatchObject({
      rp: { id: new URL(env().appOrigin).hostname, name: "Sea-Vision" },
      user: {
        id: Buffer.from(account.id.replaceAll("-", ""), "hex").toString("base64url"),
        name: account.email,
        displayName: account.name,
      },
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
    });
  });

  it("names the passkeys that the account has, so that a device gets no second one", async () => {
    const { authenticator } = await addedPasskey(person);
    const id = authenticator.id.toString("base64url");
    expect(await creationOptionsFor(person)).toMatchObject({ excludeCredentials: [{ id, type: "public-key", transports: ["internal"] }] });
  });
});

describe("POST /api/auth/passkeys", () => {
  it("adds a passkey with its name, records it, and mails it", async () => {
    const { passkey, message } = await addedPasskey(person, "  Work   laptop ");
    expect(message).toBe("Passkey added");
    expect(passkey).toEqual({ _id: expect.any(String), name: "Work laptop", createdAt: expect.any(String), lastUsedAt: null });
    expect(await listed(person)).toEqual([passkey]);
    expect(await eventsOf(person)).toEqual([
      { action: "account.factor-added", targetType: "passkey", targetName: "Work laptop", details: { factor: "passkey" } },
    ]);
    expect(await mailsTo(person)).toEqual([
      { kind: "factor-changed", change: "The passkey Work laptop was added.", at: expect.any(String) },
    ]);
  });

  it("returns recovery codes with the first second factor only", async () => {
    const first = await addedPasskey(person);
    expect(first.recoveryCodes).toHaveLength(10);
    expect((await addedPasskey(person, "Phone")).recoveryCodes).toBeNull();
    expect(JSON.stringify(await db().recoveryCode.findMany())).not.toContain(first.recoveryCodes?.[0]);
  });

  const forgeries: [what: string, forgery: Forgery][] = [
    ["of another site", { origin: "https://evil.example" }],
    ["of a map on a subdomain", { origin: "http://harbour.localhost:3001" }],
    ["for another host", { rpId: "evil.example" }],
    ["without user verification", { isVerified: false }],
    ["of a sign-in", { type: "webauthn.get" }],
  ];
  it.each(forgeries)("returns 400 for a response %s", async (_what, forgery) => {
    expect((await newPasskey(person, "Laptop", forgery)).answer.status).toBe(400);
    expect(await listed(person)).toEqual([]);
  });

  it("returns 400 for a used challenge, one of another account, and one of a sign-in", async () => {
    const authenticator = new SoftwareAuthenticator(env().appOrigin);
    const options = await creationOptionsFor(person);
    const body = { name: "Laptop", response: authenticator.create(options) };
    expect(await statusOf(addCall(person, body))).toBe(201);
    expect(await statusOf(addCall(person, body))).toBe(400);
    const foreign = await creationOptionsFor(await signedIn("user"));
    expect(await statusOf(addCall(person, { ...body, response: authenticator.create(foreign) }))).toBe(400);
    const ofSignIn = { ...options, ...(await signInOptions()) };
    expect(await statusOf(addCall(person, { ...body, response: authenticator.create(ofSignIn) }))).toBe(400);
  });

  it("returns 400 without a name, and 409 for a passkey that any account has", async () => {
    const authenticator = new SoftwareAuthenticator(env().appOrigin);
    const create = async (by: SignedIn) => authenticator.create(await creationOptionsFor(by));
    expect(await statusOf(addCall(person, { name: " ", response: await create(person) }))).toBe(400);
    expect(await statusOf(addCall(person, { name: "Laptop", response: await create(person) }))).toBe(201);
    const other = await signedIn("user");
    expect(await statusOf(addCall(other, { name: "Laptop", response: await create(other) }))).toBe(409);
  });

  it("returns 409 for more than 20 passkeys, also at once", async () => {
    const { id: accountId } = person.account;
    const row = (number: number) => ({
      accountId,
      credentialId: `${accountId}-${number}`,
      publicKey: Buffer.alloc(1),
      counter: 0,
      name: "Key",
    });
    await db().passkey.createMany({ data: Array.from({ length: 19 }, (_, number) => row(number)) });
    const answers = await Promise.all([newPasskey(person), newPasskey(person), newPasskey(person)]);
    expect(answers.map(({ answer }) => answer.status).sort()).toEqual([201, 409, 409]);
    expect(await db().passkey.count({ where: { accountId } })).toBe(20);
  });
});

describe("PATCH /api/auth/passkeys/[id]", () => {
  it("renames a passkey and records both names", async () => {
    const { passkey } = await addedPasskey(person);
    const answer = await renameCall(person, passkey._id, "Old laptop");
    expect(await answer.json()).toEqual({ message: "Passkey renamed", passkey: { ...passkey, name: "Old laptop" } });
    expect((await eventsOf(person))[1]).toEqual({
      action: "account.factor-renamed",
      targetType: "passkey",
      targetName: "Old laptop",
      details: { before: { name: "Laptop" }, after: { name: "Old laptop" } },
    });
  });

  it("returns 404 for a passkey of another account, and changes nothing", async () => {
    const owner = await signedIn("user");
    const { passkey } = await addedPasskey(owner);
    expect(await statusOf(renameCall(person, passkey._id, "Mine"))).toBe(404);
    expect(await statusOf(removeCall(person, passkey._id))).toBe(404);
    expect(await statusOf(removeCall(person, "no id"))).toBe(404);
    expect(await listed(owner)).toEqual([passkey]);
  });
});

describe("DELETE /api/auth/passkeys/[id]", () => {
  it("removes a passkey, records it, mails it, and deletes the recovery codes with the last one", async () => {
    const first = await addedPasskey(person);
    const second = await addedPasskey(person, "Phone");
    const codes = () => db().recoveryCode.count({ where: { accountId: person.account.id } });
    expect(await statusOf(removeCall(person, first.passkey._id))).toBe(200);
    expect(await codes()).toBe(10);
    expect(await statusOf(removeCall(person, second.passkey._id))).toBe(200);
    expect(await codes()).toBe(0);
    expect(await statusOf(removeCall(person, second.passkey._id))).toBe(404);
    expect((await eventsOf(person)).slice(2)).toEqual([
      { action: "account.factor-removed", targetType: "passkey", targetName: "Laptop", details: { factor: "passkey" } },
      { action: "account.factor-removed", targetType: "passkey", targetName: "Phone", details: { factor: "passkey" } },
    ]);
    expect((await mailsTo(person)).at(-1)).toMatchObject({ change: "The passkey Phone was removed." });
  });

  it("keeps the recovery codes while there is an authenticator app", async () => {
    const { passkey } = await addedPasskey(person);
    const accountId = person.account.id;
    await db().authenticator.create({ data: { accountId, secret: "sealed", confirmedAt: new Date() } });
    expect(await statusOf(removeCall(person, passkey._id))).toBe(200);
    expect(await db().recoveryCode.count({ where: { accountId } })).toBe(10);
  });

  it("leaves sessions that the passkey opened", async () => {
    const { authenticator, passkey } = await addedPasskey(person);
    const { token } = await (await signInWith(authenticator.get(await signInOptions()))).json();
    await removeCall(person, passkey._id);
    expect(await listed({ ...person, browser: { authorization: `Bearer ${token}` } })).toEqual([]);
  });
});

describe("a session whose last proof is older than 15 minutes", () => {
  it("gets 403 for adding and removing passkeys, and may rename them", async () => {
    const { passkey } = await addedPasskey(person);
    const options = await creationOptionsFor(person);
    const response = new SoftwareAuthenticator(env().appOrigin).create(options);
    await outdateProof(person);
    const answer = await addCall(person, { name: "Phone", response });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ fields: { proof: expect.any(String) } });
    expect(await statusOf(removeCall(person, passkey._id))).toBe(403);
    expect(await statusOf(renameCall(person, passkey._id, "Laptop of the office"))).toBe(200);
    // The challenge is not used up.
    const fresh = await signInAs(person.account);
    expect(await statusOf(addCall(fresh, { name: "Phone", response }))).toBe(201);
  });
});
