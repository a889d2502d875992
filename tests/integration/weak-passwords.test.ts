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

describe("a password that is easily guessed is refused", () => {
  it("for a new user and a new admin", async () => {
    const who = await signedIn("superadmin");
    const email = uniqueEmail();
    const assignedProjects = [(await createProject(null)).id];
    const user = { fullName: "Ada Lovelace", email, assignedProjects };
    await expectRefused(await users.create(who, { ...user, password: "password" }), "password", COMMON_PASSWORD);
    await expectRefused(await users.create(who, { ...user, password: email }), "password", OWN_PASSWORD);
    await expectRefused(await admins.create(who, { name: "Grace Hopper", email, password: "12345678" }), "password", COMMON_PASSWORD);
    await expectRefused(await admins.create(who, { name: "Grace Hopper", email, password: "grace hopper" }), "password", OWN_PASSWORD);
  });

  it("for an account that is changed, also by its new name", async () => {
    const who = await signedIn("superadmin");
    const user = await newUser(who);
    const changed = { ...formOf(user), fullName: "Barbara Liskov" };
    await expectRefused(await users.edit(who, user._id, { ...changed, password: "barbara liskov" }), "password", OWN_PASSWORD);
    expect((await (await users.details(who, user._id)).json()).user.fullName).toBe(user.fullName);
    const { _id: id, name, email } = await newAdmin(who);
    await expectRefused(await admins.edit(who, id, { name, email, password: "Qwertyuiop" }), "password", COMMON_PASSWORD);
  });

  it.each(roles)("for the own account of a %s", async (role) => {
    const who = await signedInWithPassword(role);
    const change = (newPassword: string) => ({ [ownCalls[role].password.currentField]: PASSWORD, newPassword });
    await expectRefused(await sendPassword(role, who.browser, change("password1")), "newPassword", COMMON_PASSWORD);
    await expectRefused(await sendPassword(role, who.browser, change(who.account.email)), "newPassword", OWN_PASSWORD);
  });

  it("by the link of a mail, which can be used again", async () => {
    const person = await newPerson();
    const token = await newLink(person.id);
    await expectRefused(await setPassword({ token, newPassword: "iloveyou" }), "newPassword", COMMON_PASSWORD);
    await expectRefused(await setPassword({ token, newPassword: person.name }), "newPassword", OWN_PASSWORD);
    expect((await setPassword({ token, newPassword: "not to be guessed" })).status).toBe(200);
  });
});
