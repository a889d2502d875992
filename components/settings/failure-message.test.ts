import { describe, expect, it } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { failureMessage } from "./failure-message";

const otherwise = { failed: "Failed to update profile", missing: "Error loading user data" };

describe("failureMessage", () => {
  it.each([
    [new RequestError("From the server", 500), "From the server"],
    [new RequestError("Your session has expired. Please log in again.", 401), "Your session has expired. Please log in again."],
    [new RequestError("", 0), "Error connecting to server"],
    [new RequestError("", 401), "Error loading user data"],
    [new RequestError("", 502), "Failed to update profile"],
    [new Error("of our own"), "Failed to update profile"],
  ])("returns for %o: %s", (error, message) => expect(failureMessage(error, otherwise)).toBe(message));
});
