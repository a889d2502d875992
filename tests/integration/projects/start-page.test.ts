import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { createProject } from "../../setup/fixtures";
import { signedIn } from "../../setup/signed-in";
import { callsOf, eventsOf, publishFiles } from "./calls";

it("a project lists the pages of a map without an index.html, and takes one of them as its start page", async () => {
  const admin = await signedIn("admin");
  const calls = callsOf(admin);
  const project = await createProject(admin.account.id);
  const treeId = await publishFiles(project.id, 3);
  const rename = (from: string, name: string) => db().entry.updateMany({ where: { treeId, name: from }, data: { name } });
  await rename("file-1", "openlayers.html");
  await rename("file-2", "leaflet.html");
  const pages = ["leaflet.html", "openlayers.html"];
  expect((await calls.details(project.id)).body.project).toMatchObject({ startPage: null, pages });
  const edited = await calls.edit(project.id, { startPage: "openlayers.html" });
  expect(edited.body.project).toMatchObject({ startPage: "openlayers.html", pages });
  expect(await eventsOf(project.id)).toMatchObject([{ action: "project.changed", details: { after: { startPage: "openlayers.html" } } }]);
  for (const startPage of ["missing.html", "file-0", "", "../x.html"]) {
    expect(await calls.edit(project.id, { startPage })).toMatchObject({ status: 400, body: { message: "The map has no such page." } });
  }
  await rename("openlayers.html", "index.html");
  expect((await calls.details(project.id)).body.project).toMatchObject({ pages: [] });
});
