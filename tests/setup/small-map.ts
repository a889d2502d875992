import { expect, type Page } from "@playwright/test";
import type { FileContent, FolderPage } from "../../lib/files/schema";
import type { TrashAnswer, TrashItem } from "../../lib/files/trash/schema";
import { craftZip } from "./craft-zip";
import { unused } from "./unused";

export interface SmallMap {
  name: string;
  safeName: string;
  /** Names in one of its folders. "" is the top folder. */
  namesIn(folder: string): Promise<string[]>;
  textOf(path: string): Promise<string>;
  listTrash(): Promise<TrashItem[]>;
  send(method: "POST" | "PUT" | "DELETE", path: string, data: object): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Publishes a map through the API with the account of the page's browser.
 * @param files contents, keyed by path; index.html is always added
 */
export async function publishSmallMap(page: Page, baseURL: string | undefined, files: Record<string, string> = {}): Promise<SmallMap> {
  const { request } = page;
  const headers = { origin: baseURL ?? "" };
  const name = unused("Small Map");
  const all = { "index.html": "<!doctype html><title>Map</title>", ...files };
  const buffer = craftZip(Object.entries(all).map(([path, text]) => ({ name: path, data: Buffer.from(text) })));
  const zipFile = { name: "map.zip", mimeType: "application/zip", buffer };
  const answer = await request.post("/upload-zip-direct", { headers, multipart: { projectName: name, description: "", zipFile } });
  const { safeName } = await answer.json();
  const progress = async () => (await (await request.get(`/extraction-progress/${safeName}`)).json()).status;
  await expect.poll(progress, { timeout: 30_000 }).toBe("complete");
  const { projects } = await (await request.get(`/api/project/all?search=${encodeURIComponent(name)}`)).json();
  const get = async (path: string): Promise<unknown> => (await request.get(`/api/files/${safeName}/${path}`)).json();
  return {
    name,
    safeName,
    namesIn: async (folder) => ((await get(`browse?path=${encodeURIComponent(folder)}`)) as FolderPage).items.map((item) => item.name),
    textOf: async (path) => ((await get(`file-content?filePath=${encodeURIComponent(path)}`)) as FileContent).content,
    listTrash: async () => ((await get("trash")) as TrashAnswer).items,
    send: async (method, path, data) => {
      const sent = await request.fetch(`/api/files/${safeName}/${path}`, { method, headers, data });
      expect(sent.ok(), await sent.text()).toBe(true);
    },
    remove: async () => void (await request.delete(`/api/project/delete/${projects[0]._id}`, { headers })),
  };
}
