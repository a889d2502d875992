import { beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import { execute } from "@/lib/db/query";
import { inTransaction } from "@/lib/db/transaction";
import { runImport } from "@/lib/imports/pipeline/run";
import { createProject } from "@/lib/projects/mutations";
import { craftZip } from "../../setup/craft-zip";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { start, uploadZip, work } from "../imports/publish-zip";
import { admins, assignedTo, eventsOf, formOf, newAdmin, newUser, PASSWORD, projectsNamed, uniqueEmail, users } from "./calls";

let superadmin: SignedIn;

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
});

const statuses = async (calls: Promise<Response>[]) => (await Promise.all(calls)).map(({ status }) => status).toSorted();

/** Waits until a transaction waits for a lock. */
function lockIsAwaited(): Promise<void> {
  return until("a tx waits for a lock", async () => {
    const { rows } = await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    return rows.length > 0;
  });
}

/**
 * Runs a call that changes `one` and wants the email of `other`, against a transaction that changes `other` and then locks `one`.
 * @returns the outcome of the transaction and the response of the call
 */
async function deadlock(one: string, other: string, call: () => Promise<Response>): Promise<["committed" | "rolled back", Response]> {
  let answer: Promise<Response> | undefined;
  const theirs = await inTransaction(async (tx) => {
    await execute(tx, { text: `UPDATE "Account" SET email = $2 WHERE id = $1`, values: [other, uniqueEmail()] });
    answer = call();
    await lockIsAwaited();
    await execute(tx, { text: `SELECT FROM "Account" WHERE id = $1 FOR UPDATE`, values: [one] });
    return "committed" as const;
  }).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "40P01" });
    return "rolled back" as const;
  });
  if (!answer) throw new Error("The call was not made.");
  return [theirs, await answer];
}

describe("concurrent requests for the same email", () => {
  it("create exactly one account", async () => {
    const email = uniqueEmail();
    const [project] = await projectsNamed("Any");
    const calls = [1, 2, 3].flatMap(() => [
      users.create(superadmin, { fullName: "A", email, password: PASSWORD, assignedProjects: [project] }),
      admins.create(superadmin, { name: "A", email: email.toUpperCase(), password: PASSWORD }),
    ]);
    expect(await statuses(calls)).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await db().account.count({ where: { email } })).toBe(1);
    expect(await db().auditEvent.count({ where: { targetName: email, action: "account.created" } })).toBe(1);
  });

  it("change exactly one of two accounts", async () => {
    const [one, other, email] = [await newUser(superadmin), await newAdmin(superadmin), uniqueEmail()];
    const calls = [
      users.edit(superadmin, one._id, { ...formOf(one), email }),
      admins.edit(superadmin, other._id, { name: other.name, email }),
    ];
    expect(await statuses(calls)).toEqual([200, 409]);
  });

  it("return 409 without a deadlock error when two users swap their emails", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await newUser(superadmin), await newUser(superadmin)];
      const calls = [
        users.edit(superadmin, one._id, { ...formOf(one), email: other.email }),
        users.edit(superadmin, other._id, { ...formOf(other), email: one.email }),
      ];
      expect(await statuses(calls)).toEqual([409, 409]);
    }
  });
});

describe("a request that PostgreSQL rolls back because of a deadlock", () => {
  it("is repeated and succeeds", async () => {
    let isOurs = false;
    // PostgreSQL rolls back the transaction that detects the deadlock, which is usually the call.
    for (let round = 0; round < 10 && !isOurs; round += 1) {
      const [one, other] = [await newUser(superadmin), await newUser(superadmin)];
      const edit = { ...formOf(one), email: other.email, fullName: "Patient" };
      const [theirs, answer] = await deadlock(one._id, other._id, () => users.edit(superadmin, one._id, edit));
      isOurs = theirs === "committed";
      expect(answer.status).toBe(isOurs ? 200 : 409);
      const actions = (await eventsOf(one._id)).slice(2).map(({ action }) => action);
      expect(actions).toEqual(isOurs ? ["account.changed"] : []);
    }
    expect(isOurs).toBe(true);
  });
});

describe("concurrent edits of users", () => {
  it("apply the name and assignments of one edit at a time", async () => {
    const ids = await projectsNamed("P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7");
    const user = await newUser(superadmin, { assignedProjects: ids.slice(0, 1) });
    const edits = ids.map((_, n) => ({
      ...formOf(user),
      fullName: `Edit ${n}`,
      assignedProjects: [...ids.slice(n), ...ids.slice(0, n)].slice(0, 3),
    }));
    expect(await statuses(edits.map((edit) => users.edit(superadmin, user._id, edit)))).toEqual(ids.map(() => 200));
    const { user: now } = await (await users.details(superadmin, user._id)).json();
    const last = edits.find(({ fullName }) => fullName === now.fullName);
    expect(await assignedTo(user._id)).toEqual(last?.assignedProjects.toSorted());
    // Each event describes an actual difference. Replaying the events gives the current assignments.
    const replayed = new Set<string>();
    for (const { action, details } of await eventsOf(user._id)) {
      const { projects = [] } = details as { projects?: { _id: string }[] };
      for (const { _id } of projects)
        expect(action === "project.assigned" ? !replayed.has(_id) && replayed.add(_id) : replayed.delete(_id)).toBeTruthy();
    }
    expect([...replayed].toSorted()).toEqual(last?.assignedProjects.toSorted());
  });

  it("succeed for many users with the same projects in any order", async () => {
    const ids = await projectsNamed(...Array.from({ length: 40 }, (_, n) => `Shared ${n}`));
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newUser(superadmin, { assignedProjects: ids.slice(0, 1) })));
    const calls = people.map((user, n) => {
      const assignedProjects = n % 2 ? ids : ids.toReversed();
      return users.edit(superadmin, user._id, { ...formOf(user), assignedProjects });
    });
    expect(await statuses(calls)).toEqual(people.map(() => 200));
    expect(await db().assignment.count({ where: { projectId: { in: ids } } })).toBe(240);
  });

  it("return 404 after the user was deleted", async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await newUser(superadmin);
      const edit = () => users.edit(superadmin, user._id, { ...formOf(user), fullName: `Round ${round}` });
      const [first, deleted, second, again] = await Promise.all([
        edit(),
        users.delete(superadmin, user._id),
        edit(),
        users.delete(superadmin, user._id),
      ]);
      for (const { status } of [first, second]) expect([200, 404]).toContain(status);
      expect([deleted.status, again.status].toSorted()).toEqual([200, 404]);
      expect(await db().account.count({ where: { id: user._id } })).toBe(0);
      expect(await assignedTo(user._id)).toEqual([]);
    }
  });

  it("wait for a running deletion and then return 404", async () => {
    const user = await newUser(superadmin);
    const edit = await inTransaction(async (tx) => {
      await execute(tx, { text: `DELETE FROM "Account" WHERE id = $1`, values: [user._id] });
      const answer = users.edit(superadmin, user._id, { ...formOf(user), fullName: "Too Late" });
      await lockIsAwaited();
      return { answer };
    });
    expect((await edit.answer).status).toBe(404);
  });
});

describe("the concurrent deletion of a project", () => {
  it("makes an edit return 400 for the field and assign nothing", async () => {
    const user = await newUser(superadmin);
    const before = await assignedTo(user._id);
    const [leaving, staying] = await projectsNamed("Leaving", "Staying");
    const edit = await inTransaction(async (tx) => {
      await execute(tx, { text: `DELETE FROM "Project" WHERE id = $1`, values: [leaving] });
      const answer = users.edit(superadmin, user._id, { ...formOf(user), assignedProjects: [staying, leaving] });
      await lockIsAwaited();
      return { answer };
    });
    const answer = await edit.answer;
    expect(answer.status).toBe(400);
    expect((await answer.json()).fields).toEqual({ assignedProjects: "A chosen project no longer exists." });
    expect(await assignedTo(user._id)).toEqual(before);
  });
});

describe("the deletion of an admin during an import", () => {
  it("lets the import finish without an owner", async () => {
    const admin = await newAdmin(superadmin);
    const tree = await db().tree.create({ data: {} });
    const running = await db().import.create({ data: { safeName: "orphan", projectName: "Orphan", source: "zip", ownerId: admin._id } });
    // Like the publishing step of a worker: lock the import's row, then create the project of the owner.
    const { deletion, projectId } = await inTransaction(async (tx) => {
      await execute(tx, { text: `SELECT FROM "Import" WHERE id = $1 FOR UPDATE`, values: [running.id] });
      const answer = admins.delete(superadmin, admin._id);
      await lockIsAwaited();
      const project = {
        name: "Orphan",
        safeName: "orphan",
        description: "",
        createdById: admin._id,
        address: null,
        treeId: Number(tree.id),
      };
      return { deletion: { answer }, projectId: await createProject(tx, project) };
    });
    expect((await deletion.answer).status).toBe(200);
    expect(await db().project.findUniqueOrThrow({ where: { id: projectId } })).toMatchObject({ createdById: null });
    expect(await db().import.findUniqueOrThrow({ where: { id: running.id } })).toMatchObject({ ownerId: null });
  });

  it.each([
    ["before a worker has started it", false],
    ["between publishing and verifying", true],
  ])("lets the import finish %s", async (_, isPublished) => {
    const admin = await newAdmin(superadmin);
    const upload = await uploadZip(craftZip([{ name: "index.html", data: Buffer.from("map") }]), { ownerId: admin._id });
    const { importId, safeName } = await start(upload);
    if (isPublished) await runImport(importId, { signal: new AbortController().signal, untilPublished: true });
    expect((await admins.delete(superadmin, admin._id)).status).toBe(200);
    expect(await work(importId)).toBe("complete");
    expect(await db().project.findUniqueOrThrow({ where: { safeName } })).toMatchObject({ createdById: null });
  });
});
