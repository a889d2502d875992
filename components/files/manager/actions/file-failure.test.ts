import { expect, test } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { deleteFailure, fileFailure } from "./file-failure";

const FAILED = "Failed to create folder";
const BROKEN = "Error creating folder";

test("the server's own text, the failure without one, the error without an answer", () => {
  expect(fileFailure(new RequestError("The name is taken.", 409), FAILED, BROKEN)).toBe("The name is taken.");
  expect(fileFailure(new RequestError("", 500), FAILED, BROKEN)).toBe(FAILED);
  expect(fileFailure(new RequestError("", 0), FAILED, BROKEN)).toBe(BROKEN);
  expect(fileFailure(new TypeError("x is not a function"), FAILED, BROKEN)).toBe(BROKEN);
});

test("deleting names what did not go", () => {
  expect(deleteFailure(new RequestError("Somebody else was faster.", 409), "app.js")).toBe(
    "Failed to delete app.js: Somebody else was faster.",
  );
  expect(deleteFailure(new RequestError("", 500), "app.js")).toBe("Failed to delete app.js: Unknown error");
  expect(deleteFailure(new RequestError("", 0), "app.js")).toBe("Error deleting items");
});
