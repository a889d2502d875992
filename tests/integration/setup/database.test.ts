import { expect, test } from "vitest";
import { db, pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { migrate } from "@/prisma/migrate";
import { createAccount, createProject } from "../../setup/fixtures";

test("a test file has its own empty, migrated database", async () => {
  expect(await db().account.count()).toBe(0);
  expect(await migrate(env().databaseUrl)).toEqual([]);
});

test("the fixtures match the schema", async () => {
  const admin = await createAccount("admin");
  const project = await createProject(admin.id, { name: "Harbour Depths" });
  expect(project.safeName).toBe("harbour-depths");
  expect(await db().project.count()).toBe(1);
});

test("the database stores text as UTF-8, sorts by code point and folds case by Unicode rules", async () => {
  const { rows } = await pool().query(
    "SELECT lower('ÄÖ') AS folded, 'Z' < 'a' AS by_code_point, current_setting('server_encoding') AS encoding",
  );
  expect(rows).toEqual([{ folded: "äö", by_code_point: true, encoding: "UTF8" }]);
});
