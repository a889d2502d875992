import { expect, it } from "vitest";
import { readDirectAnswer } from "./send-direct";

const failed = (message: string) => ({ kind: "failed", message });
const unanswered = (message: string) => ({ kind: "unanswered", message });

it.each([
  [
    "what it takes",
    200,
    "OK",
    '{"success":true,"status":"extracting","message":"","safeName":"harbour"}',
    { kind: "started", safeName: "harbour" },
  ],
  ["a page of a proxy", 200, "OK", "<html>", unanswered("Invalid server response")],
  ["no name", 200, "OK", '{"success":true}', unanswered("Invalid server response")],
  ["a refusal with 200", 200, "OK", '{"success":false,"error":"No room"}', failed("Upload failed: No room")],
  ["a refusal without words", 200, "OK", '{"success":false}', failed("Upload failed: Unknown error")],
  ["the server's words", 409, "Conflict", '{"message":"Taken"}', failed("Upload failed: Taken")],
  ["the status in words", 502, "Bad Gateway", "<html>", unanswered("Upload failed: Bad Gateway")],
  ["nothing at all", 500, "", "", failed("Upload failed: Unknown error")],
] as const)("reads %s", (_, status, statusText, body, outcome) => {
  expect(readDirectAnswer({ status, statusText, body })).toEqual(outcome);
});
