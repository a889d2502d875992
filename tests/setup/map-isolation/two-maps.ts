import { randomBytes } from "node:crypto";
import { craftZip } from "../craft-zip";
import { until } from "../until";
import { unused } from "../unused";
import { hostileFiles, mapFiles, type Secret } from "./hostile-map";

/** Where a product runs. */
export interface Deployment {
  /** Where this program reaches the API. */
  apiOrigin: string;
  /** Where browsers open the application. */
  appOrigin: string;
  /** As MAPS_ORIGIN has it, with the wildcard. */
  mapsOrigin: string;
}

export interface TestMap {
  id: string;
  safeName: string;
  secret: Secret;
}

export interface Account {
  email: string;
  password: string;
}

/** Two maps of two admins, and a user who may open both. The first map attacks the second. */
export interface TwoMaps {
  hostile: TestMap;
  victim: TestMap;
  user: Account;
  remove(): Promise<void>;
}

/** Calls the API as one account. @throws Error with the answer, unless that is a success */
class ApiClient {
  private constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  static async signIn(origin: string, account: Account): Promise<ApiClient> {
    const { token } = (await new ApiClient(origin, "").send("POST", "/api/auth/login", account)) as { token: string };
    return new ApiClient(origin, token);
  }

  async send(method: string, path: string, body?: object): Promise<unknown> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers: { ...(this.token && { Authorization: `Bearer ${this.token}` }), ...(!isForm && { "Content-Type": "application/json" }) },
      body: isForm ? body : body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text || "null");
  }
}

const newAccount = (role: string): Account => ({
  email: `${role}-${randomBytes(6).toString("hex")}@sea-vision.local`,
  password: randomBytes(12).toString("hex"),
});

async function publish(admin: ApiClient, name: string, secret: Secret, files: Record<string, string>): Promise<TestMap> {
  const zip = craftZip(Object.entries(files).map(([path, text]) => ({ name: path, data: Buffer.from(text) })));
  const form = new FormData();
  form.set("projectName", unused(name));
  form.set("description", "");
  form.set("zipFile", new Blob([new Uint8Array(zip)], { type: "application/zip" }), "map.zip");
  const { safeName } = (await admin.send("POST", "/upload-zip-direct", form)) as { safeName: string };
  let id: string | null = null;
  await until(`${name} is published`, async () => {
    const progress = (await admin.send("GET", `/extraction-progress/${safeName}`)) as { status: string; projectId: string | null };
    id = progress.projectId;
    return progress.status === "complete";
  });
  if (id === null) throw new Error(`${name} has no project.`);
  return { id, safeName, secret };
}

/** Where a program that knows all about a map would look for it. */
function addressesOf({ appOrigin, mapsOrigin }: Deployment, { id, safeName }: TestMap) {
  const path = `/projects/maps/${safeName}/`;
  const origins = [appOrigin, mapsOrigin.replace("*", id), mapsOrigin.replace("*.", "")];
  return { path, addresses: origins.map((origin) => `${origin}${path}`) };
}

/** Publishes the maps and makes the accounts, through the API. */
export async function makeTwoMaps(deployment: Deployment, superadmin: Account): Promise<TwoMaps> {
  const { apiOrigin } = deployment;
  const owner = await ApiClient.signIn(apiOrigin, superadmin);
  const newAdmin = async (name: string) => {
    const account = newAccount("admin");
    const { admin } = (await owner.send("POST", "/api/admin/create", { name, ...account })) as { admin: { _id: string } };
    return { id: admin._id, api: await ApiClient.signIn(apiOrigin, account) };
  };
  const [first, second] = [await newAdmin("Hostile admin"), await newAdmin("Other admin")];

  const victimSecret: Secret = { text: `secret-${randomBytes(8).toString("hex")}`, pixel: "12,34,56,255" };
  const victim = await publish(second.api, "Victim", victimSecret, mapFiles(victimSecret));
  const hostileSecret: Secret = { text: `own-${randomBytes(8).toString("hex")}`, pixel: "210,180,140,255" };
  const files = await hostileFiles(hostileSecret, addressesOf(deployment, victim));
  const hostile = await publish(first.api, "Hostile", hostileSecret, files);

  const user = newAccount("user");
  const assignedProjects = [hostile.id, victim.id];
  const made = (await owner.send("POST", "/api/user/create", { fullName: "Visitor of both", ...user, assignedProjects })) as {
    user: { _id: string };
  };
  return {
    hostile,
    victim,
    user,
    async remove() {
      for (const { id } of [hostile, victim]) await owner.send("DELETE", `/api/project/delete/${id}`);
      await owner.send("DELETE", `/api/user/delete/${made.user._id}`);
      for (const { id } of [first, second]) await owner.send("DELETE", `/api/admin/delete/${id}`);
    },
  };
}
