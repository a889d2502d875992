import { expect, it } from "vitest";
import { readDirectAnswer } from "./send-direct";

const failed = (message: string) => ({ kind: "failed", message });
const unanswered = (message: string) => ({ kind: "unanswered", message });

it.each([
  [
    "an accepted upload",
    200,
    "OK",
    '{"success":true,"status":"extracting","message":"","safeName":"harbour"}',
    { kind: "started", safeName: "harbour" },
  ],
  ["a proxy page", 200, "OK", "<html>", unanswered("Invalid server response")],
  ["an answer without a name", 200, "OK", '{"success":true}', unanswered("Invalid server response")],
  ["a refusal with 200", 200, "OK", '{"success":false,"error":"No room"}', failed("Upload failed: No room")],
  ["a refusal without a message", 200, "OK", '{"success":false}', failed("Upload failed: Unknown error")],
  ["a taken name", 409, "Conflict", '{"message":"Taken"}', { ...failed("Upload failed: Taken"), keepsChoice: true }],
  ["an error message of the server", 400, "Bad Request", '{"message":"No name"}', failed("Upload failed: No name")],
  ["an error with only a status text", 502, "Bad Gateway", "<html>", unanswered("Upload failed: Bad Gateway")],
  [
    "the body limit of a proxy",
    413,
    "Request Entity Too Large",
    "<html>",
    failed("Upload failed: Request Entity Too Large. The proxy limits the size of a request. An operator must raise client_max_body_size."),
  ],
  [
    "an ended session",
    401,
    "Unauthorized",
    '{"message":"Your session has expired. Please log in again."}',
    { kind: "signed-out", message: "Your session has ended, so nothing was published." },
  ],
  ["an error without any text", 500, "", "", failed("Upload failed: Unknown error")],
] as const)("readDirectAnswer returns the outcome of %s", (_, status, statusText, body, outcome) => {
  expect(readDirectAnswer({ status, statusText, body })).toEqual(outcome);
});
