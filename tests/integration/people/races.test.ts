import { beforeAll, describe, expect, it } from "vitest";
import { db, pool, withTransaction } from "@/lib/db";
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

/** Resolves when somebody waits for a lock. */
function somebodyWaits(): Promise<void> {
  return until("somebody waits for a lock", async () => {
    const { rows } = await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    return rows.length > 0;
  });
}

/**
 * Runs a call that changes `one` and wants the address of `other`, against a change that has taken that address away and wants `one`.
 * @returns what became of that change, and the call's answer
 */
async function deadlock(one: string, other: string, call: () => Promise<Response>): Promise<["went on" | "was undone", Response]> {
  let answer: Promise<Response> | undefined;
  const theirs = await withTransaction(async (transaction) => {
    await transaction.query({ text: `UPDATE "Account" SET email = $2 WHERE id = $1`, values: [other, uniqueEmail()] });
    answer = call();
    await somebodyWaits();
    await transaction.query({ text: `SELECT FROM "Account" WHERE id = $1 FOR UPDATE`, values: [one] });
    return "went on" as const;
  }).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "40P01" });
    return "was undone" as const;
  });
  if (!answer) throw new Error("The call was not made.");
  return [theirs, await answer];
}

describe("two that want one address", () => {
  it("are a user and an admin in the making: one gets it", async () => {
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

  it("are two that exist: one gets it", async () => {
    const [one, other, email] = [await newUser(superadmin), await newAdmin(superadmin), uniqueEmail()];
    const calls = [
      users.edit(superadmin, one._id, { ...formOf(one), email }),
      admins.edit(superadmin, other._id, { name: other.name, email }),
    ];
    expect(await statuses(calls)).toEqual([200, 409]);
  });

  it("swap theirs: neither is let in, and nobody is told of a deadlock", async () => {
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

describe("a change that PostgreSQL undoes because of a deadlock", () => {
  it("begins again, and nobody is told", async () => {
    let isOurs = false;
    // PostgreSQL undoes whoever notices first: mostly the call, which has waited longer.
    for (let round = 0; round < 10 && !isOurs; round += 1) {
      const [one, other] = [await newUser(superadmin), await newUser(superadmin)];
      const edit = { ...formOf(one), email: other.email, fullName: "Patient" };
      const [theirs, answer] = await deadlock(one._id, other._id, () => users.edit(superadmin, one._id, edit));
      isOurs = theirs === "went on";
      expect(answer.status).toBe(isOurs ? 200 : 409);
      const actions = (await eventsOf(one._id)).slice(2).map(({ action }) => action);
      expect(actions).toEqual(isOurs ? ["account.changed"] : []);
    }
    expect(isOurs).toBe(true);
  });
});

describe("edits of one user at once", () => {
  it("happen one after the other, the assignments with the name", async () => {
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
    // Every event tells of a difference that there was: replayed, they give what is there.
    const held = new Set<string>();
    for (const { action, details } of await eventsOf(user._id)) {
      const { projects = [] } = details as { projects?: { _id: string }[] };
      for (const { _id } of projects)
        expect(action === "project.assigned" ? !held.has(_id) && held.add(_id) : held.delete(_id)).toBeTruthy();
    }
    expect([...held].toSorted()).toEqual(last?.assignedProjects.toSorted());
  });

  it("of many users with the same projects in any order do not hinder each other", async () => {
    const ids = await projectsNamed(...Array.from({ length: 40 }, (_, n) => `Shared ${n}`));
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newUser(superadmin, { assignedProjects: ids.slice(0, 1) })));
    const calls = people.map((user, n) => {
      const assignedProjects = n % 2 ? ids : ids.toReversed();
      return users.edit(superadmin, user._id, { ...formOf(user), assignedProjects });
    });
    expect(await statuses(calls)).toEqual(people.map(() => 200));
    expect(await db().assignment.count({ where: { projectId: { in: ids } } })).toBe(240);
  });

  it("and its deletion: what comes after it finds nobody", async () => {
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

  it("waits for a deletion that is under way, and then answers 404", async () => {
    const user = await newUser(superadmin);
    const edit = await withTransaction(async (transaction) => {
      await transaction.query({ text: `DELETE FROM "Account" WHERE id = $1`, values: [user._id] });
      const answer = users.edit(superadmin, user._id, { ...formOf(user), fullName: "Too Late" });
      await somebodyWaits();
      return { answer };
    });
    expect((await edit.answer).status).toBe(404);
  });
});

describe("a project that is deleted meanwhile", () => {
  it("is told by its field, with nothing assigned", async () => {
    const user = await newUser(superadmin);
    const before = await assignedTo(user._id);
    const [leaving, staying] = await projectsNamed("Leaving", "Staying");
    const edit = await withTransaction(async (transaction) => {
      await transaction.query({ text: `DELETE FROM "Project" WHERE id = $1`, values: [leaving] });
      const answer = users.edit(superadmin, user._id, { ...formOf(user), assignedProjects: [staying, leaving] });
      await somebodyWaits();
      return { answer };
    });
    const answer = await edit.answer;
    expect(answer.status).toBe(400);
    expect((await answer.json()).fields).toEqual({ assignedProjects: "A chosen project no longer exists." });
    expect(await assignedTo(user._id)).toEqual(before);
  });
});

describe("an admin who is deleted while an import of theirs runs", () => {
  it("leaves it to end well, as of nobody who is known", async () => {
    const admin = await newAdmin(superadmin);
    const tree = await db().tree.create({ data: {} });
    const running = await db().import.create({ data: { safeName: "orphan", projectName: "Orphan", source: "zip", ownerId: admin._id } });
    // What the worker's publishing step does: it holds the import's row, then makes a project of the owner.
    const { deletion, projectId } = await withTransaction(async (transaction) => {
      await transaction.query({ text: `SELECT FROM "Import" WHERE id = $1 FOR UPDATE`, values: [running.id] });
      const answer = admins.delete(superadmin, admin._id);
      await somebodyWaits();
      const project = {
        name: "Orphan",
        safeName: "orphan",
        description: "",
        createdById: admin._id,
        address: null,
        treeId: Number(tree.id),
      };
      return { deletion: { answer }, projectId: await createProject(transaction, project) };
    });
    expect((await deletion.answer).status).toBe(200);
    expect(await db().project.findUniqueOrThrow({ where: { id: projectId } })).toMatchObject({ createdById: null });
    expect(await db().import.findUniqueOrThrow({ where: { id: running.id } })).toMatchObject({ ownerId: null });
  });

  it.each([
    ["before a worker has begun", false],
    ["between publishing and verifying", true],
  ])("and so it does %s", async (_, isPublished) => {
    const admin = await newAdmin(superadmin);
    const upload = await uploadZip(craftZip([{ name: "index.html", data: Buffer.from("map") }]), { ownerId: admin._id });
    const { importId, safeName } = await start(upload);
    if (isPublished) await runImport(importId, { signal: new AbortController().signal, untilPublished: true });
    expect((await admins.delete(superadmin, admin._id)).status).toBe(200);
    expect(await work(importId)).toBe("complete");
    expect(await db().project.findUniqueOrThrow({ where: { safeName } })).toMatchObject({ createdById: null });
  });
});
