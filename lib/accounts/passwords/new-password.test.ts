import { describe, expect, it } from "vitest";
import { COMMON_PASSWORD, hashNewPassword, OWN_PASSWORD, PRODUCT_PASSWORD } from "./new-password";
import { verifyPassword } from "./passwords";

const owner = { name: "Anna Müller", email: "anna.mueller@example.org" };

describe("hashNewPassword", () => {
  it.each(["password", "12345678", "Password", "PASSWORD1", "pass word", "qwertyuiop", "1qaz2wsx", "trustno1"])(
    "rejects %j, which is a common password",
    async (password) => {
      const refused = { status: 400, message: COMMON_PASSWORD, fields: { newPassword: COMMON_PASSWORD } };
      await expect(hashNewPassword(password, owner, "newPassword")).rejects.toMatchObject(refused);
    },
  );

  it.each(["Anna Müller", "annamüller", "ANNA MU\u0308LLER", "anna.mueller", "Anna.Mueller@example.org"])(
    "rejects %j, which is the name or address of its owner",
    async (password) => {
      const refused = { status: 400, message: OWN_PASSWORD, fields: { password: OWN_PASSWORD } };
      await expect(hashNewPassword(password, owner)).rejects.toMatchObject(refused);
    },
  );

  it.each(["sea-vision", "SeaVision", "Sea Vision 2026", "sea_vision123!"])("rejects %j, which is the product's name", async (password) => {
    const refused = { status: 400, message: PRODUCT_PASSWORD, fields: { password: PRODUCT_PASSWORD } };
    await expect(hashNewPassword(password, owner)).rejects.toMatchObject(refused);
  });

  it.each(["correct horse battery", "a sea vision of mine", "anna.mueller's map", "pässwörd of 2026"])(
    "accepts and hashes %j",
    async (password) => {
      const hashed = await hashNewPassword(password, owner);
      expect(await verifyPassword(hashed, password)).toBe(true);
    },
  );
});
