import { expect, it } from "vitest";
import { filesOf } from "../integration/files/calls";
import { newSite, plantFolder, totalsOf } from "../integration/files/site";
import { signedIn } from "../setup/signed-in";

it("the file API renames, moves, copies and deletes a folder of 100,000 files as a whole", async () => {
  const site = await newSite(["a/top.txt", "b/", "app.js"]);
  const files = filesOf(await signedIn("admin"), site.project.safeName);
  await plantFolder(site.treeId, "tiles", 100_000);
  expect((await files.rename("tiles", "a-much-longer-name")).status).toBe(200);
  expect((await files.move(["a-much-longer-name"], "b")).body).toMatchObject({ items: [{ path: "b/a-much-longer-name" }] });
  expect((await files.browse("b/a-much-longer-name/part-99")).body.total).toBe(1_000);
  expect((await files.copy(["b/a-much-longer-name"], "")).body).toMatchObject({ items: [{ path: "a-much-longer-name" }] });
  const { recorded, actual, entries, reached } = await totalsOf(site.treeId);
  expect([recorded.files, actual.files, reached]).toEqual([200_002, 200_002, entries]);
  expect((await files.remove("b", { permanently: true })).status).toBe(200);
  expect((await files.browse("a-much-longer-name/part-99")).body.total).toBe(1_000);
});
