import { spawnSync } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { publishMap } from "../maps/map-site";
import { expectHalves, expectNothingLeft, pageWith, processesOf, publishAndRender, renderer, titled, withoutChromium } from "./rendering";

const isRoot = process.getuid?.() === 0;
const hasNoNamespaces = spawnSync("unshare", ["--net", ...(isRoot ? [] : ["--map-current-user"]), "true"]).status !== 0;
const mark = `sea-vision-chromium-${process.pid}-`;

const readProcess = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");

/** Returns null for processes of other users. */
const networkOf = (pid: number | "self") => readlink(`/proc/${pid}/ns/net`).catch(() => null);

describe.skipIf(withoutChromium)(titled("the browser that renders thumbnails"), () => {
  afterEach(expectNothingLeft);

  async function groupOf(pid: number): Promise<number> {
    const stat = await readProcess(pid, "stat");
    return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[3]);
  }

  /** Returns all processes of the browser by the process group of its main process. */
  async function processes(): Promise<Map<number, string>> {
    const [one] = await processesOf(mark);
    // The smallest ID is not reliable, because process IDs wrap around.
    const leader = one === undefined ? Number.NaN : await groupOf(one);
    const found = new Map<number, string>();
    for (const pid of await processesOf("--")) {
      const [group, command] = await Promise.all([groupOf(pid), readProcess(pid, "cmdline")]);
      const kind = command.includes("--utility-sub-type=network") ? "network" : /--type=([\w-]+)/.exec(command)?.[1];
      if (group === leader) found.set(pid, pid === leader ? "browser" : (kind ?? "other"));
    }
    return found;
  }

  async function whileOpen(check: (found: Map<number, string>) => Promise<void>): Promise<void> {
    const { project } = await publishMap(pageWith("for (;;);"));
    const stopping = new AbortController();
    const rendering = renderer().render(project.id, stopping.signal);
    try {
      const kinds = async () => [...(await processes()).values()];
      await expect.poll(kinds).toEqual(expect.arrayContaining(["browser", "gpu-process", "network", "renderer"]));
      await check(await processes());
    } finally {
      stopping.abort();
      await rendering;
    }
  }

  it.skipIf(hasNoNamespaces)("has no network access in any of its processes", async () => {
    await whileOpen(async (found) => {
      const own = await networkOf("self");
      const networks = await Promise.all([...found.keys()].map(networkOf));
      expect(networks.filter((network) => network !== null).length).toBeGreaterThan(2);
      expect(networks).not.toContain(own);
    });
  });

  it.skipIf(hasNoNamespaces)("reports to a map that it is online", async () => {
    const { id } = await publishAndRender(pageWith("if (!navigator.onLine) document.documentElement.style.background = 'green'"));
    await expectHalves(id);
  });

  it("is the first process that the kernel kills when memory runs out", async () => {
    await whileOpen(async (found) => {
      const [pid] = [...found].find(([, kind]) => kind === "browser") ?? [];
      expect(await readProcess(pid ?? 0, "oom_score_adj")).toBe("1000\n");
    });
  });
});
