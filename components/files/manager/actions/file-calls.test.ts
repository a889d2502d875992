import { expect, it } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { deleteFailure, fileFailure } from "./file-calls";

const FAILED = "Failed to create folder";
const BROKEN = "Error creating folder";

it("fileFailure returns the server's message, a failure without a message, or an error without a response", () => {
  expect(fileFailure(new RequestError("The name is taken.", 409), FAILED, BROKEN)).toBe("The name is taken.");
  expect(fileFailure(new RequestError("", 500), FAILED, BROKEN)).toBe(FAILED);
  expect(fileFailure(new RequestError("", 0), FAILED, BROKEN)).toBe(BROKEN);
  expect(fileFailure(new TypeError("x is not a function"), FAILED, BROKEN)).toBe(BROKEN);
});

it("deleteFailure names the item that was not deleted", () => {
  expect(deleteFailure(new RequestError("The item was changed.", 409), "app.js")).toBe("Failed to delete app.js: The item was changed.");
  expect(deleteFailure(new RequestError("", 500), "app.js")).toBe("Failed to delete app.js: Unknown error");
  expect(deleteFailure(new RequestError("", 0), "app.js")).toBe("Error deleting items");
});
