import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type DataMap, dataMapSchema } from "@/lib/data-maps/schema";
import { db } from "@/lib/db/client";
import { conversionHandlers } from "@/lib/files/conversion/jobs";
import { JobQueue } from "@/lib/jobs/queue";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type FolderServer, newName, process, startFolderServer } from "../folder-imports/folder-server";
import { type SiteFiles, uploadPack } from "../folder-imports/packs";
import { filesOfProject } from "../folder-imports/published-files";
import { work } from "../imports/publish-zip";

/** A server that publishes data, and a queue that converts it. */
export interface DataPublisher {
  server: FolderServer;
  admin: SignedIn;
  queue: JobQueue;
  /** A temporary folder. */
  folder: string;
  /** @returns id of the project */
  publish(files: SiteFiles, target?: object): Promise<string>;
  close(): Promise<void>;
}

/** Ends an import, as a worker does when the request can't wait for slow data. @returns id of the project */
async function finish(safeName = ""): Promise<string> {
  const { id } = await db().import.findFirstOrThrow({ where: { safeName }, orderBy: { createdAt: "desc" } });
  await work(id);
  const { id: projectId } = await db().project.findFirstOrThrow({ where: { safeName } });
  return projectId;
}

/** @param handlersOf gives the queue what converts the files */
export async function startDataPublisher(handlersOf = conversionHandlers): Promise<DataPublisher> {
  const [server, admin] = [await startFolderServer(), await signedIn("admin")];
  const queue = await JobQueue.open({ pollSeconds: 0.5 });
  for (const handler of handlersOf(queue)) await queue.work(handler);
  await db().viewerFile.create({ data: { hash: "c0".padEnd(64, "0"), name: "viewer.js", content: Buffer.from("") } });
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-data-"));
  return {
    ...{ server, admin, queue, folder },
    async publish(files, target = { projectName: newName(), description: "" }) {
      const { status, body } = await process(server, admin.bearer, { ...target, files: await uploadPack(admin, files) });
      if (status !== 200) throw new Error(`Not published: ${JSON.stringify(body)}`);
      return body.projectId ?? (await finish(body.safeName));
    },
    async close() {
      await queue.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the map.json of a project. */
export async function mapOf(projectId: string): Promise<DataMap> {
  return dataMapSchema.parse(JSON.parse((await filesOfProject(projectId))["map.json"] ?? ""));
}
