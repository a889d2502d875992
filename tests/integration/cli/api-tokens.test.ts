import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { fillIn } from "../../deploy/blocks";
import { createApiToken, createProject } from "../../setup/fixtures";
import { shownPage } from "../versions/replacing";
import { commandLine } from "./command-line";
import { resultOf } from "./run-client";

const cli = commandLine();
let site: string;

beforeAll(async () => {
  site = path.join(cli.machine.folder, "site");
  await mkdir(site);
  await cp(cli.machine.bundle, path.join(cli.machine.folder, "tools/sea-vision.mjs"));
});

/** Writes a new page of the map. @returns its text */
async function newPage(): Promise<string> {
  const text = `<h1>${Math.random()}</h1>`;
  await writeFile(path.join(site, "index.html"), text);
  return text;
}

async function environmentOf(scope: "read" | "publish" | "everything", projectIds: string[] = []) {
  const { id, token } = await createApiToken(cli.admin.account.id, scope, projectIds);
  return { id, environment: { SEA_VISION_SERVER: cli.server.origin, SEA_VISION_TOKEN: token } };
}

const push = (name: string, ...more: string[]) => ["push", site, "--project", name, "--json", ...more];

it("a token to publish replaces the map of its project, compares it, and shows its status", async () => {
  const project = await createProject(null);
  const { environment } = await environmentOf("publish", [project.id]);
  for (const status of ["published", "published"]) {
    const page = await newPage();
    expect(resultOf(await cli.machine.run(push(project.name), environment))).toMatchObject({ ok: true, status, result: "replaced" });
    expect(await shownPage(project)).toBe(page);
  }
  expect(resultOf(await cli.machine.run(push(project.name), environment))).toMatchObject({ ok: true, result: "unchanged" });
  const status = await cli.machine.run(["status", "--project", project.name, "--json"], environment);
  expect(resultOf(status)).toMatchObject({ ok: true, email: cli.admin.account.email });
});

it("a token to publish exits with 4 for another project and for a new one", async () => {
  const [own, other] = [await createProject(null), await createProject(null)];
  const { environment } = await environmentOf("publish", [own.id]);
  await newPage();
  for (const name of [other.name, "A new project of a pipeline"]) {
    const error = "This API token can only publish to its projects.";
    expect(resultOf(await cli.machine.run(push(name), environment))).toEqual({ ok: false, error, exitCode: 4 });
  }
  expect(await db().import.count({ where: { OR: [{ replacesId: other.id }, { projectName: "A new project of a pipeline" }] } })).toBe(0);
});

it("a token to read lists projects, and exits with 4 when it publishes", async () => {
  const project = await createProject(null);
  const { environment } = await environmentOf("read");
  expect(resultOf(await cli.machine.run(["list", project.name, "--json"], environment))).toMatchObject({ projects: [{ _id: project.id }] });
  await newPage();
  expect(resultOf(await cli.machine.run(push(project.name), environment))).toMatchObject({ ok: false, exitCode: 4 });
});

it("a token for everything creates a project with its description", async () => {
  const { environment } = await environmentOf("everything");
  await newPage();
  const ended = await cli.machine.run(push("Pipeline of everything", "--description", "Depths"), environment);
  expect(resultOf(ended)).toMatchObject({ ok: true, result: "created" });
  expect(await db().project.findFirst({ where: { name: "Pipeline of everything" } })).toMatchObject({ description: "Depths" });
});

it("the client exits with 3 after the token is revoked, and says what to do", async () => {
  const { id, environment } = await environmentOf("everything");
  await db().apiToken.delete({ where: { id } });
  const ended = await cli.machine.run(push("Revoked"), environment);
  expect([ended.code, ended.seen]).toEqual([3, expect.stringContaining("Create another one under Settings → API tokens.")]);
  expect(ended.seen).not.toContain(environment.SEA_VISION_TOKEN);
});

it("sea-vision login exits with 2 for an API token, which needs none", async () => {
  const { environment } = await environmentOf("everything");
  expect((await cli.machine.run(["login", "--json"], environment)).code).toBe(2);
});

/** How GitHub names the secret. */
const SECRET = /\$\{\{ secrets\.SEA_VISION_TOKEN \}\}/;

const environmentSchema = z.record(z.string(), z.string());
const github = z.object({
  jobs: z.object({
    publish: z.object({ steps: z.array(z.object({ run: z.string().optional(), env: environmentSchema.optional() })) }),
  }),
});
const gitlab = z.object({ "publish-map": z.object({ variables: environmentSchema, script: z.array(z.string()) }) });

/** Reads the two pipelines of docs/command-line.md as lists of shell steps with their variables. */
async function readPipelines(): Promise<{ run: string; env: Record<string, string> }[][]> {
  const page = await readFile("docs/command-line.md", "utf8");
  const blocks = Array.from(page.matchAll(/^```yaml\n(.*?)^```/gms), ([, text = ""]): unknown => parse(text));
  expect(blocks).toHaveLength(2);
  const { steps } = github.parse(blocks[0]).jobs.publish;
  const { script, variables } = gitlab.parse(blocks[1])["publish-map"];
  return [steps.flatMap(({ run, env = {} }) => (run ? [{ run, env }] : [])), script.map((run) => ({ run, env: variables }))];
}

it.each(["GitHub Actions", "GitLab CI"])("the pipeline for %s in docs/command-line.md publishes the map", async (host) => {
  const project = await db().project.findFirst({ where: { name: "Harbour 2026" } });
  const { id } = project ?? (await createProject(null, { name: "Harbour 2026" }));
  const { environment } = await environmentOf("publish", [id]);
  const page = await newPage();
  const steps = (await readPipelines())[host === "GitHub Actions" ? 0 : 1] ?? [];
  expect(steps).not.toEqual([]);
  for (const { run, env } of steps) {
    const fill = (value: string) =>
      fillIn(value, { "https://sea-vision.example.com": cli.server.origin }).replace(SECRET, environment.SEA_VISION_TOKEN);
    const filled = Object.entries(env).map(([name, value]) => [name, fill(value)]);
    // GitLab gives its variables to every step. GitHub gives only those that the step names.
    const given = host === "GitLab CI" ? { SEA_VISION_TOKEN: environment.SEA_VISION_TOKEN } : {};
    const home = { PATH: process.env.PATH ?? "", HOME: cli.machine.folder, NODE_ENV: "test" as const };
    await promisify(execFile)("bash", ["-ec", run], { cwd: cli.machine.folder, env: { ...home, ...given, ...Object.fromEntries(filled) } });
  }
  expect(await shownPage({ id })).toBe(page);
});
