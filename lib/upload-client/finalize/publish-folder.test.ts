import { expect, it, vi } from "vitest";
import { publishFolder } from "./publish-folder";

it("publishFolder waits while another account is signed in, and then publishes as its own account", async () => {
  let signedIn = "bob";
  const statuses: number[] = [];
  const call = vi.fn((_path: string, init?: RequestInit) => {
    const isOther = new Headers(init?.headers).get("Account-Id") !== signedIn;
    statuses.push(isOther ? 401 : 200);
    return Promise.resolve(isOther ? Response.json({ message: "No." }, { status: 401 }) : Response.json({ status: "complete" }));
  });
  const waitForSession = () => {
    signedIn = "ada";
    return Promise.resolve();
  };
  const host = { origin: "", call, isOnline: () => true, watchNetwork: () => undefined, waitForSession, signUpload: () => undefined };
  const answers = { "towns.shp": { projection: "EPSG:25832" } };
  const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null, answers };
  const folder = { host, accountId: "ada", target, folderName: null, comparison: null, uploadIds: new Map<string, string>() };
  const onConnection = vi.fn();
  const events = { onConnection, onTaken: () => undefined, onExtracting: () => undefined, onExtraction: () => undefined };
  const writeList = vi.fn((_input: { head: object }) => Promise.resolve(new Blob()));
  const outcome = await publishFolder({ ...folder, writeList }, events, new AbortController().signal);
  expect(outcome.kind).toBe("complete");
  expect(statuses).toEqual([401, 200]);
  expect(onConnection).toHaveBeenCalledWith("signed-out");
  expect(writeList.mock.calls[0]?.[0].head).toMatchObject({ projectName: "Harbour", answers });
});
