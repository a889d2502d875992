import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { listDueImages } from "@/lib/projects/images/claims";
import { writeLeafletSite } from "../../setup/leaflet-site";
import { publishAssets, type SiteFiles } from "../maps/map-site";
import { expectHalves, expectNothingLeft, pageWith, publishAndRender, thumbnailOf, titled, withoutChromium } from "./rendering";

describe.skipIf(withoutChromium)(titled("the rendered thumbnail of a map"), () => {
  afterEach(expectNothingLeft);

  it("shows the tiles and the overlay of a Leaflet map", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "render-test-"));
    await writeLeafletSite(folder);
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    const files: SiteFiles = {};
    for (const { parentPath, name } of names) {
      const file = path.join(parentPath, name);
      files[path.relative(folder, file)] = await readFile(file);
    }
    await rm(folder, { recursive: true });
    const { id, imageSource, imageOf, imageAttempts, treeId } = await publishAndRender(files);
    expect({ imageSource, imageOf, imageAttempts }).toEqual({ imageSource: "rendered", imageOf: `tree ${treeId}`, imageAttempts: 0 });
    const seen = await thumbnailOf(id);
    expect(seen.largestShare).toBeLessThan(0.5);
    const colors = [0.3, 0.4, 0.6, 0.7].map((x) => seen.colorAt(x, 0.4).join());
    expect(new Set(colors).size).toBeGreaterThan(2);
    expect(await db().mapView.count()).toBe(0);
    expect(await listDueImages(10)).toEqual([]);
  });

  it("shows a map that uses shared assets, gzip tiles, ranges, folders and its own absolute URL", async () => {
    await publishAssets({ "red.js": "window.red = '#d00000'" });
    const { id } = await publishAndRender({
      "index.html": `<!doctype html><script src="../assets/red.js"></script><body><script type="module">
        const packed = await (await fetch("tile.pbf")).text();
        const part = await fetch("large.bin", { headers: { range: "bytes=3-6" } });
        const half = part.status + (await part.text()) + part.headers.get("content-range");
        const folder = await (await fetch("sub")).text();
        const whole = await (await fetch("http://localhost:3000/projects/maps/" + location.pathname.split("/")[3] + "/tile.pbf")).text();
        const missing = (await fetch("nothing.json")).status;
        const other = await fetch("/projects/maps/other/").then((answer) => answer.status);
        const works = [packed, half, folder, whole, missing, other, isSecureContext].join() === "unpacked,206blue" + "bytes 3-6/10,folder,unpacked,404,404,true";
        document.body.style.background = works ? "linear-gradient(90deg," + window.red + " 50%,#0000d0 50%)" : "green";
      </script>`,
      "tile.pbf": gzipSync("unpacked"),
      "large.bin": "...blue...",
      "sub/index.html": "folder",
    });
    await expectHalves(id);
  });

  it("shows a page that is marked as loading once it has drawn", async () => {
    const draw = "document.documentElement.style.background = 'linear-gradient(90deg,#d00000 50%,#0000d0 50%)'";
    const { id } = await publishAndRender({
      "index.html": `<!doctype html><html data-state="loading" style="background:#ddd"><script>
        setTimeout(() => { ${draw}; document.documentElement.dataset.state = "ready"; }, 8000);
      </script>`,
    });
    await expectHalves(id);
  });

  it("is not stored for a page of a single color, which is not tried again", async () => {
    const { id, imageBlobKey, imageAttempts } = await publishAndRender({ "index.html": "<!doctype html><body style='background:#ddd'>" });
    expect([imageBlobKey, imageAttempts]).toEqual([null, 0]);
    expect(await listDueImages(10)).not.toContain(id);
  });

  it("shows a WebGL map", async () => {
    const { id } = await publishAndRender({
      "index.html": `<!doctype html><body style="margin:0"><canvas width="1280" height="800"></canvas><script>
        const gl = document.querySelector("canvas").getContext("webgl2", { preserveDrawingBuffer: true });
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(0, 0, 640, 800); gl.clearColor(0.8, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT);
        gl.scissor(640, 0, 640, 800); gl.clearColor(0, 0, 0.8, 1); gl.clear(gl.COLOR_BUFFER_BIT);
      </script>`,
    });
    await expectHalves(id);
  });

  it("shows a map that opens dialogs, windows and downloads", async () => {
    const { id } = await publishAndRender(
      pageWith(`alert(1); confirm(2); prompt(3); addEventListener("beforeunload", (event) => event.preventDefault());
        for (let index = 0; index < 50; index += 1) window.open("/projects/maps/x/");
        Object.assign(document.createElement("a"), { href: "data:application/octet-stream,x", download: "x" }).click();
        Object.assign(document.createElement("a"), { href: "index.html", target: "_blank" }).click();
        navigator.geolocation?.getCurrentPosition(() => { document.documentElement.style.background = "green"; });
        Notification?.requestPermission(); navigator.serviceWorker?.register("sw.js").catch(() => {});`),
    );
    await expectHalves(id);
  });
});
