import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type Access, Journey } from "./journey";
import { createMapArchive } from "./map-archive";
import type { Random } from "./random";

const projectsSchema = z.object({ projects: z.array(z.object({ _id: z.string(), name: z.string() })) });

/** The running load: it publishes, deletes and cancels without a pause. */
export interface Load {
  /** Rounds so far. A round publishes and deletes a map, and cancels an upload. */
  readonly rounds: number;
  /** Lets the current round end. @throws the first error of the load */
  stop(): Promise<void>;
}

async function expectStatus(response: Response, status: number): Promise<Response> {
  if (response.status !== status) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
  return response;
}

async function deleteProject({ origin, headers }: Access, name: string): Promise<void> {
  const listed = await expectStatus(await fetch(`${origin}/api/project/all`, { headers }), 200);
  const project = projectsSchema.parse(await listed.json()).projects.find((one) => one.name === name);
  await expectStatus(await fetch(`${origin}/api/project/delete/${project?._id}`, { method: "DELETE", headers }), 200);
}

/** @param received bytes that arrive before the upload is cancelled */
async function cancelUpload({ origin, headers }: Access, length: number, received: number): Promise<void> {
  const tus = { ...headers, "Tus-Resumable": "1.0.0" };
  const metadata = `filename ${Buffer.from("site.zip").toString("base64")}`;
  const made = await fetch(`${origin}/files/`, {
    method: "POST",
    headers: { ...tus, "Upload-Length": String(length), "Upload-Metadata": metadata },
  });
  const location = new URL((await expectStatus(made, 201)).headers.get("location") ?? "", origin);
  const part = { ...tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };
  await expectStatus(await fetch(location, { method: "PATCH", headers: part, body: randomBytes(received) }), 204);
  await expectStatus(await fetch(location, { method: "DELETE", headers: tus }), 204);
}

async function doRound(access: Access, random: Random, number: number): Promise<void> {
  const journey = new Journey(access, createMapArchive(random), `Passing ${number}`);
  await journey.upload();
  await Promise.all([journey.import(), cancelUpload(access, 300_000, 300_000), cancelUpload(access, 300_000, 100_000)]);
  await deleteProject(access, journey.projectName);
}

/** Starts the load. */
export function startLoad(access: Access, random: Random): Load {
  let isStopping = false;
  let rounds = 0;
  const running = (async () => {
    while (!isStopping) {
      await doRound(access, random, rounds);
      rounds += 1;
    }
  })();
  running.catch(() => undefined);
  return {
    get rounds() {
      return rounds;
    },
    stop: () => {
      isStopping = true;
      return running;
    },
  };
}
