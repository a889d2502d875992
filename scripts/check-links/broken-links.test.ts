import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrokenLinks } from "./broken-links.mjs";

let root = "";

const page = (text: string) => writeFile(path.join(root, "docs/page.md"), text);
const problems = () => findBrokenLinks(["docs/page.md"], root);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "sea-vision-links-"));
  await mkdir(path.join(root, "docs"));
  await writeFile(path.join(root, "README.md"), "# Sea-Vision\n\n## Sign in\n\n## Sign in\n");
});
afterAll(() => rm(root, { recursive: true }));

describe("findBrokenLinks", () => {
  it("accepts links to files, folders, headings and web addresses", async () => {
    await page(
      "# Page\n\n[a](../README.md) [b](../README.md#sign-in) [c](../README.md#sign-in-1) [d](#page) [e](.) [f](https://example.com)\n",
    );
    expect(await problems()).toEqual([]);
  });

  it("reports a link to a missing file, also in a table and of an image", async () => {
    await page("| a |\n| - |\n| [a](gone.md) |\n\n![b](images/gone.png)\n");
    expect(await problems()).toEqual([
      "docs/page.md:3: gone.md: there is no docs/gone.md",
      "docs/page.md:5: images/gone.png: there is no docs/images/gone.png",
    ]);
  });

  it("reports an anchor without a heading, in the same file and in another one", async () => {
    await page("# Page\n\n[a](#pages)\n[b](../README.md#sign-up)\n");
    expect(await problems()).toEqual([
      "docs/page.md:3: #pages: docs/page.md has no heading #pages",
      "docs/page.md:4: ../README.md#sign-up: README.md has no heading #sign-up",
    ]);
  });

  it("reports inline code that looks like a repository path and is none", async () => {
    await page(
      "`docs/page.md` `docs/` `docs/gone.md` `cli/dist/sea-vision.mjs` `lib/<domain>` `gone.md`\n\n```sh\ncat docs/gone.md\n```\n",
    );
    expect(await problems()).toEqual(["docs/page.md:1: `docs/gone.md`: there is no such file"]);
  });
});
