import { expect, it } from "vitest";
import { toLoggedError } from "./logger";

it("toLoggedError keeps the safe fields of an error and of its causes", () => {
  const cause = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Failing row contains (secret)",
    constraint: "Account_email_key",
  });
  const logged = toLoggedError(new Error("failed", { cause }));
  expect(logged).toMatchObject({
    message: "failed",
    cause: { message: "duplicate key value", code: "23505", constraint: "Account_email_key" },
  });
  expect(JSON.stringify(logged)).not.toContain("Failing row");
});

it("toLoggedError drops the call that Prisma quotes", () => {
  const error = Object.assign(new Error('Invalid `create()` invocation:\n{ passwordHash: "secret" }\n\nArgument `role` is missing.'), {
    name: "PrismaClientValidationError",
  });
  const text = JSON.stringify(toLoggedError(error));
  expect(text).toContain("Argument `role` is missing.");
  expect(text).not.toContain("secret");
});

it("toLoggedError ends at circular causes, and describes other values than errors", () => {
  const error = new Error("round");
  error.cause = error;
  expect(() => JSON.stringify(toLoggedError(error))).not.toThrow();
  expect([toLoggedError("text"), toLoggedError({ secret: 1 })]).toEqual(["text", "an object that is no error"]);
});
