import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Role } from "../sessions/schema";
import { adminProfileBodySchema, passwordBodySchema, passwordFormSchema, profileFormSchema, userProfileBodySchema } from "./schema";

const [CURRENT, NEW, SHORT, MISMATCH, SAME] = [
  "Current password is required",
  "New password is required",
  "New password must be at least 8 characters long",
  "New passwords do not match",
  "New password must be different from current password",
];

function problems(schema: z.ZodType, value: unknown): [field: string, message: string][] {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

function form(currentPassword: string, newPassword: string, confirmPassword = newPassword) {
  return { currentPassword, newPassword, confirmPassword };
}

describe("passwordFormSchema", () => {
  const ofAdmins: [ReturnType<typeof form>, [string, string][]][] = [
    [form("", "", ""), [["currentPassword", CURRENT]]],
    [form("", "short", "other"), [["currentPassword", CURRENT]]],
    [form("old password", "", "other"), [["newPassword", NEW]]],
    [form("old password", "seven77", "other"), [["newPassword", SHORT]]],
    [form("seven77", "seven77"), [["newPassword", SHORT]]],
    [form("old password", "new password", "other"), [["confirmPassword", MISMATCH]]],
    [form("old password", "old password", "other"), [["confirmPassword", MISMATCH]]],
    [form("old password", "old password"), [["newPassword", SAME]]],
    // The same é, composed and decomposed.
    [form("caf\u00e9 noir", "cafe\u0301 noir"), [["newPassword", SAME]]],
    [form("old password", "12345678"), []],
    [form(" ", "12345678"), []],
    [form("old password", "        ", "other"), [["newPassword", NEW]]],
    [form("old password", "🎉".repeat(4)), [["newPassword", SHORT]]],
    [form("old password", "e\u0301".repeat(4)), [["newPassword", SHORT]]],
    [form("old password", "🎉".repeat(8)), []],
  ];
  for (const role of ["superadmin", "admin"] as const) {
    it.each(ofAdmins)(`reports for a ${role} given %j only %j`, (given, expected) => {
      expect(problems(passwordFormSchema(role), given)).toEqual(expected);
    });
  }

  it.each<[ReturnType<typeof form>, [string, string][]]>([
    [form("", "", ""), [["currentPassword", CURRENT]]],
    [form("old password", "", "other"), [["newPassword", SHORT]]],
    [form("old password", "seven77", "other"), [["newPassword", SHORT]]],
    [form("old password", "new password", "other"), [["confirmPassword", MISMATCH]]],
    [form("old password", "old password"), [["newPassword", SAME]]],
    [form("old password", "        "), [["newPassword", SHORT]]],
    [form("old password", "🎉".repeat(4)), [["newPassword", SHORT]]],
    [form("old password", "e\u0301".repeat(4)), [["newPassword", SHORT]]],
    [form("old password", "12345678"), []],
  ])("reports for a user given %j only %j", (given, expected) => {
    expect(problems(passwordFormSchema("user"), given)).toEqual(expected);
  });

  it("rejects passwords of more than 1024 characters", () => {
    const long = "x".repeat(1025);
    expect(problems(passwordFormSchema("user"), form(long, "new password"))).toEqual([["currentPassword", "This password is too long."]]);
    expect(problems(passwordFormSchema("user"), form("old password", long))).toContainEqual(["newPassword", "This password is too long."]);
  });
});

describe("the body of change-password", () => {
  const change = { currentPassword: "old password", newPassword: "new password" };

  it.each<Role>(["user", "admin", "superadmin"])(
    "of a %s accepts the current password under both names, and prefers currentPassword",
    (role) => {
      const schema = passwordBodySchema(role);
      expect(schema.parse(change)).toEqual(change);
      expect(schema.parse({ oldPassword: "old password", newPassword: "new password" })).toEqual(change);
      expect(schema.parse({ ...change, oldPassword: "another" })).toEqual(change);
      expect(schema.parse({ ...change, confirmPassword: "another", role: "superadmin", passwordHash: "x" })).toEqual(change);
    },
  );

  it.each([{}, { currentPassword: null }, { currentPassword: 5, newPassword: [] }, { oldPassword: {} }])(
    "rejects %j with its first field",
    (body) => {
      expect(problems(passwordBodySchema("superadmin"), body)[0]).toEqual(["currentPassword", CURRENT]);
      expect(problems(passwordBodySchema("superadmin"), body)).toContainEqual(["newPassword", NEW]);
      expect(problems(passwordBodySchema("user"), body)).toContainEqual(["newPassword", SHORT]);
    },
  );

  it.each([null, undefined, 5, "text", [], [change]])("rejects %j", (body) => {
    expect(passwordBodySchema("admin").safeParse(body).success).toBe(false);
  });
});

describe("the name", () => {
  it.each<[Role, string]>([
    ["user", "Full name cannot be empty"],
    ["admin", "Username cannot be empty"],
    ["superadmin", "Username cannot be empty"],
  ])("has for a %s the message: %s", (role, message) => {
    for (const name of ["", "  ", "\n"]) expect(problems(profileFormSchema(role), { name })).toEqual([["name", message]]);
  });

  it("is trimmed, and other fields of the body are dropped", () => {
    expect(userProfileBodySchema.parse({ fullName: " Ada  Lovelace ", role: "admin", _id: "x" })).toEqual({ name: "Ada Lovelace" });
    expect(adminProfileBodySchema.parse({ name: "Ada", email: " ADA@Example.com ", passwordHash: "x" })).toEqual({
      name: "Ada",
      email: "ada@example.com",
    });
  });

  it("rejects an address that is not a text", () => {
    expect(problems(adminProfileBodySchema, { name: "Ada", email: 5 })).toEqual([["email", "Email address cannot be changed"]]);
  });
});
