import { describe, expect, it, vi } from "vitest";
import { deleteUploads } from "./uploads";

const TUS = { "Tus-Resumable": "1.0.0" };

function deleteWith(answer: () => Promise<Response>) {
  const call = vi.fn(answer);
  return { call, deletion: deleteUploads({ call }, "ada", ["/files/one"]) };
}

describe("deleteUploads", () => {
  it("names the account, so that the server answers 401 while another one is signed in", async () => {
    const { call, deletion } = deleteWith(() => Promise.resolve(new Response(null, { status: 204, headers: TUS })));
    await deletion;
    expect(call).toHaveBeenCalledWith("/files/one", { method: "DELETE", headers: { ...TUS, "Account-Id": "ada" } });
  });

  it("rejects with the message of the server while the upload is being sent", async () => {
    const answer = Response.json({ message: "It is being sent." }, { status: 423, headers: TUS });
    await expect(deleteWith(() => Promise.resolve(answer)).deletion).rejects.toThrow("It is being sent.");
  });

  it("rejects without an answer", async () => {
    const message = "The server cannot be reached, so the upload was not discarded.";
    await expect(deleteWith(() => Promise.reject(new TypeError("Failed to fetch"))).deletion).rejects.toThrow(message);
  });

  it("resolves when the server has no such upload any more, unless a proxy answers so", async () => {
    await deleteWith(() => Promise.resolve(new Response(null, { status: 404, headers: TUS }))).deletion;
    await expect(deleteWith(() => Promise.resolve(new Response(null, { status: 404 }))).deletion).rejects.toThrow("404");
  });
});
