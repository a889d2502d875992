import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUT as edit } from "@/app/api/project/edit/[id]/route";
import { db } from "@/lib/db/client";
import { findSharedMap } from "@/lib/projects/share-links/data";
import { checkSharePassword } from "@/lib/projects/share-links/mutations";
import { auditExport } from "@/server/downloads/audit-export";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { createApiToken, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { eventsOf } from "../projects/calls";
import { newLink } from "../share-links/share-calls";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NO_PAGES = () => Promise.reject(new Error("no page is asked for"));

const server = new HttpServer();
let admin: SignedIn;
let superadmin: SignedIn;
beforeAll(async () => {
  [admin, superadmin] = [await signedIn("admin"), await signedIn("superadmin")];
  await server.listen(0, dispatch([auditExport], NO_PAGES));
});
afterAll(() => server.close());

/** Returns the cells of the export with the kind, name and id of the credential of a project's last event. */
async function exportedCredential(project: string): Promise<string[]> {
  const { port } = server.node.address() as AddressInfo;
  const url = `http://localhost:${port}/api/audit/export?${new URLSearchParams({ search: project })}`;
  const lines = (await (await fetch(url, { headers: superadmin.bearer })).text()).split("\r\n");
  return lines[1]?.split(",").slice(9, 12) ?? [];
}

/** Changes a project. @returns the credential of its event */
async function changeProject(project: { id: string; name: string }, headers: Record<string, string>) {
  const change = requestTo(`/api/project/edit/${project.id}`, { method: "PUT", headers, body: { description: "Changed" } });
  expect((await edit(change, { params: Promise.resolve({ id: project.id }) })).status).toBe(200);
  return (await eventsOf(project.id)).at(-1)?.credential;
}

describe("the audit log and its export", () => {
  it("name the session of an event with its device", async () => {
    const project = await createProject(null);
    const recorded = await changeProject(project, { ...admin.browser, "user-agent": FIREFOX });
    expect(recorded).toEqual({ kind: "session", _id: admin.session.id, name: "Firefox on Linux" });
    expect(await exportedCredential(project.name)).toEqual(["session", "Firefox on Linux", admin.session.id]);
  });

  it("name a session of single sign-on as such", async () => {
    const [project, person] = [await createProject(null), await signedIn("admin")];
    await db().session.update({ where: { id: person.session.id }, data: { isSingleSignOn: true } });
    const recorded = await changeProject(project, { ...person.browser, "user-agent": FIREFOX });
    expect(recorded).toEqual({ kind: "single-sign-on", _id: person.session.id, name: "Firefox on Linux" });
    expect(await exportedCredential(project.name)).toEqual(["single-sign-on", "Firefox on Linux", person.session.id]);
  });

  it("name the API token of an event", async () => {
    const project = await createProject(null);
    const { id, name, token } = await createApiToken(admin.account.id, "everything");
    const recorded = await changeProject(project, { authorization: `Bearer ${token}` });
    expect(recorded).toEqual({ kind: "token", _id: id, name });
    expect(await exportedCredential(project.name)).toEqual(["token", name, id]);
  });

  it("name the share link of a visitor with its label", async () => {
    const project = await createProject(null);
    const { id, path } = await newLink(admin, project.id, { password: "open the harbour", label: "Press" });
    const link = await findSharedMap(path.split("/").at(-1) ?? "");
    if (!link) throw new Error("The link opens no map.");
    const enter = () => checkSharePassword(link, "wrong", { address: "192.0.2.77", userAgent: null });
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await enter()).toBe(false);
    await expect(enter()).rejects.toThrow("Too many attempts.");
    expect(await eventsOf(project.id)).toContainEqual(
      expect.objectContaining({ action: "share-link.limited", credential: { kind: "link", _id: id, name: "Press" } }),
    );
    expect(await exportedCredential(project.name)).toEqual(["link", "Press", id]);
  });
});
