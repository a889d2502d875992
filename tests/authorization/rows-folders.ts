import { randomUUID } from "node:crypto";
import type { Ask } from "./ask";
import { admins, type Caller, type Row } from "./row";
import { newUpload } from "./rows-projects";
import { ownerFor, type World } from "./world";

/** A list of one file. No worker publishes it, so its last check must fail. */
async function listOf(owner: World["people"]["admin"], ask: Ask) {
  const uploadId = (await newUpload(ask, owner, true)).split("/").at(-1);
  const files = [{ uploadId, relativePath: "index.html", name: "index.html", size: 1 }];
  return { body: { projectName: `Folder ${randomUUID()}`, description: "", files } };
}

export const folderRows: readonly Row[] = [
  {
    method: "POST",
    route: "/process-tus-upload",
    what: "a list that does not fit its upload",
    outcomes: admins(400),
    // Tokens for some projects create none.
    tokens: [403, 403, 403, 400, 403],
    call: (world: World, caller: Caller, ask: Ask) => listOf(ownerFor(world, caller), ask),
  },
  {
    method: "POST",
    route: "/process-tus-upload",
    what: "another user's upload",
    outcomes: admins(404),
    tokens: [403, 403, 403, 404, 403],
    call: ({ people }: World, caller: Caller, ask: Ask) => listOf(caller === "superadmin" ? people.admin : people.superadmin, ask),
  },
];
