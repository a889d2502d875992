import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
import { writeLeafletSite, zipFolder } from "./leaflet-site";
import { unused } from "./unused";

export interface ManagedSite {
  name: string;
  safeName: string;
  remove: () => Promise<void>;
}

/**
 * Publishes a map with Leaflet, tiles and data through the API.
 * @param request of a browser that is signed in as an admin
 * @param origin of the product
 */
export async function publishSite(request: APIRequestContext, origin: string, word: string): Promise<ManagedSite> {
  const name = unused(word);
  const headers = { origin };
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-managed-"));
  try {
    await writeLeafletSite(path.join(folder, "site"));
    const archive = path.join(folder, "site.zip");
    await zipFolder(path.join(folder, "site"), archive);
    const zipFile = { name: "site.zip", mimeType: "application/zip", buffer: await readFile(archive) };
    const answer = await request.post("/upload-zip-direct", { headers, multipart: { zipFile, projectName: name, description: "" } });
    const { safeName } = (await answer.json()) as { safeName: string };
    await expect
      .poll(async () => ((await (await request.get(`/extraction-progress/${safeName}`)).json()) as { status: string }).status)
      .toBe("complete");
    return { name, safeName, remove: () => removeProject(request, origin, name) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function removeProject(request: APIRequestContext, origin: string, name: string): Promise<void> {
  const list = await request.get(`/api/project/all?search=${encodeURIComponent(name)}`);
  const { projects } = (await list.json()) as { projects: { _id: string; name: string }[] };
  for (const project of projects) {
    if (project.name === name) await request.delete(`/api/project/delete/${project._id}`, { headers: { origin } });
  }
}
