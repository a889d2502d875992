import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { commandLine } from "../integration/cli/command-line";
import { resultOf } from "../integration/cli/run-client";

const cli = commandLine();

it("the command-line client publishes a folder of 20,000 small files", async () => {
  const top = path.join(cli.machine.folder, "site");
  for (let folder = 0; folder < 100; folder += 1) await mkdir(path.join(top, "tiles", String(folder)), { recursive: true });
  await writeFile(path.join(top, "index.html"), "1");
  for (let number = 0; number < 20_000; number += 1) await writeFile(path.join(top, `tiles/${number % 100}/${number}.txt`), String(number));
  const ended = await cli.machine.run(["push", top, "--project", "Harbour", "--json"], cli.environment());
  expect(resultOf(ended)).toMatchObject({ status: "published", added: 20_001 });
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name: "Harbour" } });
  expect(await db().tree.findUniqueOrThrow({ where: { id: currentTreeId ?? 0n } })).toMatchObject({ fileCount: 20_001 });
});
