import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstSignIn } from "../setup/first-sign-in";
import { attackFromTab, attackFromViewer, signInAt } from "../setup/map-isolation/attack-run";
import { makeTwoMaps, type TwoMaps } from "../setup/map-isolation/two-maps";
import { type Cluster, startCluster } from "./cluster";

/** A deployment with a wildcard MAPS_ORIGIN: nginx with TLS, and two processes of each kind. */

const runFile = promisify(execFile);

let cluster: Cluster;
let browser: Browser;
let maps: TwoMaps;

beforeAll(async () => {
  cluster = await startCluster("disk", "https");
  maps = await makeTwoMaps(cluster, firstSignIn("superadmin"));
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  // A browser registers no service worker from a host with an untrusted certificate.
  const network = ["--ignore-certificate-errors", "--host-resolver-rules=MAP *.example.com 127.0.0.1"];
  browser = await chromium.launch({
    executablePath,
    args: ["--disable-gpu", "--disable-background-networking", "--no-sandbox", ...network],
  });
});
afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

async function openBrowser(): Promise<Page> {
  const context = await browser.newContext({ baseURL: cluster.appOrigin });
  const page = await context.newPage();
  await signInAt(page, maps);
  return page;
}

describe("a map's script behind nginx, on HTTPS with a wildcard certificate,", () => {
  it("can't read another map that is open in a tab", async () => {
    await attackFromTab(await openBrowser(), maps);
  });

  it("can't read another map that was open in the viewer", async () => {
    await attackFromViewer(await openBrowser(), maps);
  });
});

describe("curl behind nginx", () => {
  /** Runs curl with the certificates and host names of this cluster. */
  async function curl(...options: string[]): Promise<string> {
    const trusted = path.join(cluster.certificates ?? "", "all.crt");
    const network = ["--cacert", trusted, "--connect-to", "::127.0.0.1:"];
    return (await runFile("curl", ["--silent", "--show-error", "--fail", ...network, ...options])).stdout;
  }

  it("follows a map's address to the file, on the origin for programs", async () => {
    const { Authorization } = await cluster.signIn("superadmin");
    const address = `${cluster.appOrigin}/projects/maps/${maps.victim.safeName}/secret.txt`;
    const printed = await curl(
      "--location",
      "--cookie",
      "",
      "--header",
      `Authorization: ${Authorization}`,
      "--write-out",
      "\n%{url_effective}",
      address,
    );
    const base = cluster.mapsOrigin.replace("*.", "");
    expect(printed.split("\n")).toEqual([maps.victim.secret.text, `${base}/projects/maps/${maps.victim.safeName}/secret.txt`]);
  });
});

describe("a map's ticket", () => {
  it("opens a map once, at either maps process", async () => {
    const headers = await cluster.signIn("superadmin");
    const asked = await fetch(`${cluster.apiOrigin}/projects/maps/${maps.victim.safeName}/`, { headers, redirect: "manual" });
    const { pathname, search } = new URL(asked.headers.get("location") ?? "");
    const swap = async (instance: string) => {
      const swapped = await fetch(`${cluster.instance(instance).origin}${pathname}${search}`, { redirect: "manual" });
      return [swapped.status, swapped.headers.getSetCookie().length];
    };
    expect(await swap("maps-1")).toEqual([302, 2]);
    expect(await swap("maps-2")).toEqual([404, 0]);
    expect(await swap("maps-1")).toEqual([404, 0]);
  });
});
