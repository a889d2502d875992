import { describe, expect, it } from "vitest";
import { COMMON_PASSWORD, OWN_PASSWORD } from "@/lib/accounts/passwords/new-password";
import { createProject } from "../setup/fixtures";
import { signedIn } from "../setup/signed-in";
import { newLink, newPerson, setPassword } from "./password-resets/reset-calls";
import { admins, formOf, newAdmin, newUser, uniqueEmail, users } from "./people/calls";
import { ownCalls, PASSWORD, roles, sendPassword, signedInWithPassword } from "./settings/own-account";

async function expectRefused(answer: Response, field: string, message: string): Promise<void> {
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ success: false, message, fields: { [field]: message } });
}

describe("a password that is easily guessed", () => {
  it("is rejected for a new user and a new admin", async () => {
    const caller = await signedIn("superadmin");
    const email = uniqueEmail();
    const assignedProjects = [(await createProject(null)).id];
    const user = { fullName: "Ada Lovelace", email, assignedProjects };
    await expectRefused(await users.create(caller, { ...user, password: "password" }), "password", COMMON_PASSWORD);
    await expectRefused(await users.create(caller, { ...user, password: email }), "password", OWN_PASSWORD);
    await expectRefused(await admins.create(caller, { name: "Grace Hopper", email, password: "12345678" }), "password", COMMON_PASSWORD);
    await expectRefused(await admins.create(caller, { name: "Grace Hopper", email, password: "grace hopper" }), "password", OWN_PASSWORD);
  });

  it("is rejected for an edited account, also when it equals the new name", async () => {
    const caller = await signedIn("superadmin");
    const user = await newUser(caller);
    const changed = { ...formOf(user), fullName: "Barbara Liskov" };
    await expectRefused(await users.edit(caller, user._id, { ...changed, password: "barbara liskov" }), "password", OWN_PASSWORD);
    expect((await (await users.details(caller, user._id)).json()).user.fullName).toBe(user.fullName);
    const { _id: id, name, email } = await newAdmin(caller);
    await expectRefused(await admins.edit(caller, id, { name, email, password: "Qwertyuiop" }), "password", COMMON_PASSWORD);
  });

  it.each(roles)("is rejected for the own account of a %s", async (role) => {
    const caller = await signedInWithPassword(role);
    const change = (newPassword: string) => ({ [ownCalls[role].password.currentField]: PASSWORD, newPassword });
    await expectRefused(await sendPassword(role, caller.browser, change("password1")), "newPassword", COMMON_PASSWORD);
    await expectRefused(await sendPassword(role, caller.browser, change(caller.account.email)), "newPassword", OWN_PASSWORD);
  });

  it("is rejected for a reset link, which stays valid", async () => {
    const person = await newPerson();
    const token = await newLink(person.id);
    await expectRefused(await setPassword({ token, newPassword: "iloveyou" }), "newPassword", COMMON_PASSWORD);
    await expectRefused(await setPassword({ token, newPassword: person.name }), "newPassword", OWN_PASSWORD);
    expect((await setPassword({ token, newPassword: "not to be guessed" })).status).toBe(200);
  });
});
