import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { writeLeafletSite, zipFolder } from "./leaflet-site";
import { unused } from "./unused";

export interface PublishedSite {
  name: string;
  safeName: string;
  read(file: string): Promise<Buffer>;
  remove(): Promise<void>;
}

/**
 * Publishes a map site with additional files through the API.
 * @param page signed in as an admin
 * @param files contents, keyed by path from the top
 */
export async function publishSite(page: Page, baseURL: string | undefined, files: Record<string, string | Buffer>): Promise<PublishedSite> {
  const headers = { origin: baseURL ?? "" };
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-site-"));
  const archive = path.join(folder, "site.zip");
  await writeLeafletSite(path.join(folder, "site"));
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(folder, "site", file), content);
  await zipFolder(path.join(folder, "site"), archive);
  const name = unused("Chart");
  const zipFile = { name: "site.zip", mimeType: "application/zip", buffer: await readFile(archive) };
  const answer = await page.request.post("/upload-zip-direct", { headers, multipart: { projectName: name, description: "", zipFile } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  const { safeName } = await answer.json();
  await expect.poll(async () => (await (await page.request.get(`/extraction-progress/${safeName}`)).json()).status).toBe("complete");
  await rm(folder, { recursive: true });
  return {
    name,
    safeName,
    read: async (file) => {
      const download = await page.request.get(`/api/files/${safeName}/download?filePath=${encodeURIComponent(file)}`);
      expect(download.status()).toBe(200);
      return download.body();
    },
    remove: async () => {
      const { projects } = await (await page.request.get(`/api/project/all?search=${encodeURIComponent(name)}`)).json();
      const deleted = await page.request.delete(`/api/project/delete/${projects[0]._id}`, { headers });
      expect(deleted.status()).toBe(200);
    },
  };
}
