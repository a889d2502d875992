import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { runImport } from "@/lib/imports/pipeline/run";
import { makeThumbnail } from "@/lib/maps/images/thumbnail";
import { storeImage } from "@/lib/projects/images/mutations";
import { craftZip } from "../../setup/craft-zip";
import { leftovers, start, uploadZip, work } from "../imports/publish-zip";
import { drawHalves } from "./image-calls";

it("a failed import deletes the map's thumbnail together with the map", async () => {
  const damaged = { name: "tile.png", data: Buffer.from("tile"), crc32: 1 };
  const upload = await uploadZip(craftZip([{ name: "index.html", data: Buffer.from("map") }, damaged]));
  const { importId, safeName } = await start(upload);
  await runImport(importId, { signal: new AbortController().signal, untilPublished: true });
  const { bytes } = await makeThumbnail(await drawHalves(64, 40), "image/png");
  await storeImage(bytes, async (tx, key) => {
    await tx.project.update({ where: { safeName }, data: { imageBlobKey: key } });
    return [];
  });
  await work(importId);
  expect(await leftovers({ ...upload, safeName })).toEqual([]);
  expect(await db().blob.count()).toBe(0);
});
