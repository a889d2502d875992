import { randomUUID } from "node:crypto";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as extract } from "@/app/extract-tus-zip/route";
import { db } from "@/lib/db/client";
import { type CraftedEntry, craftZip } from "../../setup/craft-zip";
import { deflated64 } from "../../setup/deflate64";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { cookieFor, type MapServers, rightOf, startMapServers, subresource } from "../maps/map-server";
import { type DirectServer, field, formOf, post, startDirectServer, zipFile } from "../zip-direct/direct-server";
import { publishZip, uploadZip, work } from "./publish-zip";

const MS_DOS = 0x0014;

const encoded = (codePage: string, name: string, data = Buffer.from("//ok\n")): CraftedEntry => ({
  name: iconv.encode(name, codePage),
  madeBy: MS_DOS,
  method: 8,
  data,
});

/** A site as Windows zips it, whose page loads its files by names in JavaScript. */
function siteIn(codePage: string, ...names: string[]): Buffer {
  const page = `<meta charset="utf-8">${names.map((name) => `<script>fetch(${JSON.stringify(name)})</script>`).join("")}`;
  return craftZip([encoded(codePage, "index.html", Buffer.from(page)), ...names.map((name) => encoded(codePage, name))]);
}

let admin: SignedIn;
let direct: DirectServer;
let maps: MapServers;
beforeAll(async () => {
  [admin, direct, maps] = await Promise.all([signedIn("admin"), startDirectServer(), startMapServers()]);
});
afterAll(() => Promise.all([direct.close(), maps.close()]));

const rowOf = (id: string) => db().import.findUniqueOrThrow({ where: { id }, include: { project: true } });

/** Uploads a site in one request and imports it. @returns its import and the statuses of its files */
async function publish(site: Buffer, names: readonly string[], nameEncoding?: string) {
  const projectName = `Names ${randomUUID()}`;
  const chosen = nameEncoding === undefined ? [] : [field("nameEncoding", nameEncoding)];
  expect((await post(direct.port, admin.bearer, formOf([field("projectName", projectName), ...chosen, zipFile(site)]))).status).toBe(200);
  const { id } = await db().import.findFirstOrThrow({ where: { projectName } });
  await work(id);
  const { project, ...row } = await rowOf(id);
  if (!project) throw new Error(row.error ?? "There is no project.");
  const cookie = cookieFor(rightOf(admin, project));
  const ask = (name: string) => maps.ask(`/projects/maps/${project.safeName}/${encodeURI(name)}`, { headers: { ...subresource, cookie } });
  const statuses: number[] = [];
  for (const name of names) statuses.push((await ask(name)).status);
  return { row, statuses };
}

async function filesOf(importId: string): Promise<string[]> {
  const { treeId } = await rowOf(importId);
  const rows = await db().entry.findMany({ where: { treeId: treeId ?? 0n, kind: "file" }, select: { name: true }, orderBy: { id: "asc" } });
  return rows.map(({ name }) => name);
}

describe("a ZIP whose names declare no encoding", () => {
  it.each([
    ["cp850", "cp850", ["data/São_Paulo.js", "data/Tromsø.js"]],
    ["cp852", "cp852", ["Kraków/Wrocław.js"]],
    ["cp866", "cp866", ["Карты/Москва.js"]],
    ["cp932", "shift_jis", ["データ/東京.js", "表/図.js"]],
    ["cp936", "gbk", ["地图/北京.js"]],
    ["windows-1252", "windows-1252", ["Málaga.js"]],
  ])("is published with the names of code page %s that its page mentions", async (codePage, nameEncoding, names) => {
    const { row, statuses } = await publish(siteIn(codePage, ...names), names);
    expect(row).toMatchObject({ status: "complete", nameEncoding });
    expect(statuses).toEqual(names.map(() => 200));
  });

  it("is published with the names of the encoding that the client has chosen", async () => {
    const site = craftZip([encoded("windows-1252", "Málaga.js")]);
    expect(await publish(site, ["Málaga.js", "Mßlaga.js"])).toMatchObject({ row: { nameEncoding: "cp850" }, statuses: [404, 200] });
    const chosen = await publish(site, ["Málaga.js", "Mßlaga.js"], "windows-1252");
    expect(chosen).toMatchObject({ row: { nameEncoding: "windows-1252" }, statuses: [200, 404] });
  });

  it("fails when the chosen encoding can't decode a name", async () => {
    const site = craftZip([{ name: "index.html" }, encoded("cp850", "Tromsø")]);
    await expect(publish(site, [], "shift_jis")).rejects.toThrow(
      "The name of entry 2 in the ZIP archive is not valid in the chosen encoding. Please choose another one.",
    );
  });

  it("takes the encoding of the call before that of the upload", async () => {
    const call = async (metadata: Record<string, string>, body: Record<string, string>) => {
      const { blobKey } = await uploadZip(siteIn("cp850", "Tromsø.js"), { ownerId: admin.account.id });
      await db().upload.update({ where: { id: blobKey }, data: { metadata } });
      const projectName = `Names ${randomUUID()}`;
      const request = requestTo("/extract-tus-zip", {
        method: "POST",
        headers: admin.bearer,
        body: { projectName, uploadId: blobKey, ...body },
      });
      expect((await extract(request)).status).toBe(200);
      return (await db().import.findFirstOrThrow({ where: { projectName } })).nameEncoding;
    };
    expect(await call({}, {})).toBeNull();
    expect(await call({ nameEncoding: "cp852" }, {})).toBe("cp852");
    expect(await call({ nameEncoding: "cp852" }, { nameEncoding: "cp866" })).toBe("cp866");
  });

  it("has no encoding of names when every name declares its own", async () => {
    const { importId } = await publishZip(craftZip([{ name: "index.html" }, { name: "データ.js" }]));
    expect(await rowOf(importId)).toMatchObject({ status: "complete", nameEncoding: null });
  });

  // The last byte of 表 is a backslash, so code page 437 makes folders of these names.
  it("is inflated by the same names when it has Deflate64 files", async () => {
    const names = ["東京の表", "地図/図表"];
    const files = names.map((name) => deflated64("", Buffer.from(name), { name: iconv.encode(name, "cp932"), madeBy: MS_DOS }));
    const { importId, outcome } = await publishZip(craftZip([encoded("cp932", "index.html", Buffer.from(names.join(" "))), ...files]));
    expect(outcome).toBe("complete");
    expect(await rowOf(importId)).toMatchObject({ nameEncoding: "shift_jis", filesTotal: 3, filesDone: 3 });
    expect((await filesOf(importId)).sort()).toEqual(["index.html", "図表", "東京の表"]);
  });

  it("is verified by the same names, and names its damaged files by them", async () => {
    const damaged = { ...encoded("cp932", "東京の表"), crc32: 7 };
    const { importId, outcome } = await publishZip(craftZip([encoded("cp932", "index.html", Buffer.from('"東京の表"')), damaged]));
    expect(outcome).toBe("failed");
    expect((await rowOf(importId)).error).toBe('The ZIP archive is damaged. 1 entry failed the check ("東京の表": its checksum is wrong).');
  });
});
