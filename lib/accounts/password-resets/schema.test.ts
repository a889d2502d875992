import { describe, expect, it } from "vitest";
import { forgotPasswordSchema, INVALID_LINK, newPasswordFormSchema, resetPasswordSchema, resetTokenSchema } from "./schema";

const token = "a".repeat(43);

describe("forgotPasswordSchema", () => {
  it("trims and lower-cases the address", () => {
    expect(forgotPasswordSchema.parse({ email: " Ada@Example.COM " })).toEqual({ email: "ada@example.com" });
  });

  it.each([
    [{}, "Email address is required."],
    [{ email: "" }, "Email address is required."],
    [{ email: "   " }, "Email address is required."],
    [{ email: 5 }, "Email address is required."],
    [{ email: "ada" }, "Please enter a valid email address."],
    [{ email: "ada@example" }, "Please enter a valid email address."],
    [{ email: "ada@example.com\r\nBcc: eve@example.com" }, "Please enter a valid email address."],
    [{ email: `${"a".repeat(250)}@example.com` }, "Please enter a valid email address."],
  ])("rejects %j with the message %j", (body, message) => {
    expect(forgotPasswordSchema.safeParse(body).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe("resetTokenSchema", () => {
  it.each(["", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}/`, `${token}\n`, 5, null, undefined, [token]])("rejects %j", (value) => {
    expect(resetTokenSchema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([INVALID_LINK]);
  });

  it("accepts a token with a password of eight characters or more", () => {
    expect(resetPasswordSchema.parse({ token, newPassword: "12345678", role: "superadmin" })).toEqual({ token, newPassword: "12345678" });
    const { error } = resetPasswordSchema.safeParse({ token, newPassword: "1234567" });
    expect(error?.issues.map((issue) => issue.message)).toEqual(["New password must be at least 8 characters long"]);
  });
});

describe("the form of a new password", () => {
  it.each([
    ["12345678", "12345678", []],
    ["1234567", "1234567", ["New password must be at least 8 characters long"]],
    ["1234567", "", ["New password must be at least 8 characters long"]],
    ["12345678", "12345679", ["New passwords do not match"]],
    ["12345678", "", ["New passwords do not match"]],
  ])("reports for %j and %j: %j", (newPassword, confirmation, messages) => {
    const { error } = newPasswordFormSchema.safeParse({ newPassword, confirmation });
    expect((error?.issues ?? []).map((issue) => issue.message)).toEqual(messages);
  });
});
