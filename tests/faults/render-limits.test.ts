import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { expectHalves, expectNothingLeft, pageWith, publishAndRender, titled, withoutChromium } from "../integration/map-images/rendering";

describe.skipIf(withoutChromium)(titled("rendering a map that never finishes"), () => {
  afterEach(expectNothingLeft);

  it.each([
    ["a script without end", "for (;;);"],
    ["a worker without end and a script that waits for it", "addEventListener('load', () => { for (;;); })"],
    ["a page that loads itself again and again", "setTimeout(() => location.reload(), 0)"],
  ])("ends at the time limit: %s", async (_, script) => {
    const { imageBlobKey, imageAttempts } = await publishAndRender(pageWith(script), { limitMs: 6_000 });
    if (imageBlobKey === null) expect(imageAttempts).toBe(1);
  });

  it("uses no more memory than its limit", async () => {
    const script =
      "const kept = []; const fill = () => { for (let index = 0; index < 8; index += 1) kept.push(new Uint8Array(32 << 20).fill(1)); setTimeout(fill, 20); }; fill();";
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const { imageBlobKey, imageAttempts } = await publishAndRender(pageWith(script), { memoryLimit: 700 * 1024 * 1024, limitMs: 50_000 });
    expect([imageBlobKey, imageAttempts]).toEqual([null, 1]);
    expect(performance.now() - began).toBeLessThan(50_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it("adds little memory to this process, however much its tiles unpack to", async () => {
    const script = `for (let index = 0; index < 60; index += 1) fetch("tile.pbf?" + index).then((answer) => answer.arrayBuffer(), () => 0);`;
    const before = process.memoryUsage().rss;
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 20);
    const { id } = await publishAndRender({ ...pageWith(script), "tile.pbf": gzipSync(Buffer.alloc(47 << 20), { level: 9 }) });
    clearInterval(look);
    expect(most).toBeLessThan(300 << 20);
    await expectHalves(id);
  });
});
