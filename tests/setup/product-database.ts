/**
 * The database of the product under test, for rows that no screen can create.
 * The product stores the database URL in DATA_DIR/database-url.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { hashPassword } from "../../lib/accounts/passwords/passwords";
import type { Role } from "../../lib/accounts/sessions/schema";
import { hashSecretToken } from "../../lib/http/secret-token";

/** Runs `work` with a connection to the product's database. */
export async function inProduct<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const file = path.join(process.env.E2E_PRODUCT_DIR ?? ".data/e2e", "database-url");
  const client = new pg.Client({ connectionString: readFileSync(file, "utf8").trim() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface ProjectGiven {
  name: string;
  /** Generated unless the test needs to know it. */
  safeName?: string;
  description?: string;
  mapUrl?: string;
  /** Email of the account that created the project. Without it, the project has no creator. */
  createdBy?: string;
  /** Email of the account that the project is assigned to. */
  assignedTo?: string;
  createdAt?: Date;
}

/** Inserts projects without files. @returns a function that deletes them */
export async function insertProjects(projects: readonly ProjectGiven[]): Promise<() => Promise<void>> {
  const ids = projects.map(() => randomUUID());
  const rows = projects.map(({ createdAt = new Date(), ...project }, index) => ({ ...project, id: ids[index], createdAt }));
  await inProduct((client) =>
    client.query(
      `WITH given AS (
         SELECT * FROM json_to_recordset($1) AS row (id uuid, name text, "safeName" text, description text, "mapUrl" text,
                                                     "createdBy" text, "assignedTo" text, "createdAt" timestamptz)
       ), made AS (
         INSERT INTO "Project" (id, name, "safeName", description, "mapUrl", "createdById", "createdAt", "updatedAt")
         SELECT given.id, given.name, coalesce("safeName", 'test-' || given.id), coalesce(description, ''), "mapUrl", maker.id,
                given."createdAt", given."createdAt"
           FROM given LEFT JOIN "Account" maker ON maker.email = given."createdBy" RETURNING id
       )
       INSERT INTO "Assignment" ("projectId", "accountId")
       SELECT made.id, owner.id FROM made JOIN given USING (id) JOIN "Account" owner ON owner.email = given."assignedTo"`,
      [JSON.stringify(rows)],
    ),
  );
  return () => inProduct(async (client) => void (await client.query(`DELETE FROM "Project" WHERE id = ANY($1)`, [ids])));
}

/** Removes every assignment of an account. @returns a function that restores them */
export async function withdrawAssignments(email: string): Promise<() => Promise<void>> {
  const { rows } = await inProduct((client) =>
    client.query(
      `DELETE FROM "Assignment" WHERE "accountId" = (SELECT id FROM "Account" WHERE email = $1) RETURNING "projectId", "accountId"`,
      [email],
    ),
  );
  return () =>
    inProduct(async (client) => {
      for (const { projectId, accountId } of rows) {
        await client.query(`INSERT INTO "Assignment" ("projectId", "accountId") VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
          projectId,
          accountId,
        ]);
      }
    });
}

export interface AccountGiven {
  role: Role;
  name: string;
  email: string;
  password: string;
}

/** Inserts an account for a test that changes it, because all tests share the first-run accounts. @returns a function that deletes it */
export async function insertAccount({ role, name, email, password }: AccountGiven): Promise<() => Promise<void>> {
  const id = randomUUID();
  const passwordHash = await hashPassword(password);
  await inProduct(
    async (client) =>
      void (await client.query(
        `INSERT INTO "Account" (id, role, name, email, "passwordHash", "updatedAt") VALUES ($1, $2, $3, $4, $5, now())`,
        [id, role, name, email, passwordHash],
      )),
  );
  return () => inProduct(async (client) => void (await client.query(`DELETE FROM "Account" WHERE id = $1`, [id])));
}

export interface PersonGiven {
  role: "admin" | "user";
  name: string;
  email: string;
  createdAt?: Date;
}

/** Inserts accounts for lists. They have no usable password. @returns a function that deletes them */
export async function insertPeople(people: readonly PersonGiven[]): Promise<() => Promise<void>> {
  const ids = people.map(() => randomUUID());
  const created = people.map(({ createdAt = new Date() }) => createdAt);
  await inProduct((client) =>
    client.query(
      `INSERT INTO "Account" (id, role, name, email, "passwordHash", "createdAt", "updatedAt")
       SELECT id, role::"Role", name, email, 'none', created, created
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS given (id, role, name, email, created)`,
      [ids, people.map(({ role }) => role), people.map(({ name }) => name), people.map(({ email }) => email), created],
    ),
  );
  return () => inProduct(async (client) => void (await client.query(`DELETE FROM "Account" WHERE id = ANY($1)`, [ids])));
}

export interface InvitedGiven extends PersonGiven {
  status: "sending" | "pending" | "expired" | "failed";
  /** Token of the link of a sent invitation. */
  token?: string;
}

/** Inserts accounts that are invited. @returns a function that deletes them */
export async function insertInvited(people: readonly InvitedGiven[]): Promise<() => Promise<void>> {
  const remove = await insertPeople(people);
  const hours = { sending: null, pending: 72, expired: -1, failed: null } as const;
  await inProduct(async (client) => {
    for (const { email, status, token = randomUUID() } of people) {
      await client.query(
        `INSERT INTO "Invitation" ("accountId", "tokenHash", "sentAt", "expiresAt", "dueAt", attempts)
         SELECT id, CASE WHEN $3 THEN $2 END, CASE WHEN $3 THEN now() END, now() + make_interval(hours => $4),
                CASE WHEN $5 = 'sending' THEN now() + interval '1 hour' END, CASE WHEN $5 = 'failed' THEN 1 ELSE 0 END
           FROM "Account" WHERE email = $1`,
        [email, hashSecretToken(token), hours[status] !== null, hours[status], status],
      );
    }
  });
  return remove;
}
