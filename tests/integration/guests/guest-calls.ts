import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { POST as requestCode } from "@/app/api/guest/code/route";
import { POST as openSession } from "@/app/api/guest/session/route";
import { PATCH as editAccess } from "@/app/api/project/[id]/access/route";
import { env } from "@/lib/env";
import { type AccessEditInput, accessPath, type ProjectAccess } from "@/lib/projects/access/schema";
import { answerCodeRequest } from "@/lib/projects/guests/codes";
import { requestTo, type SignedIn } from "../../setup/signed-in";

export const outbox = path.join(env().dataDir, "outbox");

export async function mailsTo(address: string): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))));
  return mails.filter(({ to }) => to?.some((one) => one.address === address));
}

interface Answer<Body> {
  status: number;
  body: Body & { message: string; fields?: Record<string, string> };
  cookies: string[];
}

async function read<Body>(response: Response): Promise<Answer<Body>> {
  return { status: response.status, body: await response.json(), cookies: response.headers.getSetCookie() };
}

const fromNetwork = (address: string) => ({ "x-sea-vision-client-address": address });
let networks = 0;

/** Returns the address of a client that has sent no request yet, so that limits of others don't count. */
export function newNetwork(): string {
  networks += 1;
  return `198.51.${networks >> 8}.${networks & 255}`;
}

export const askForCode = async (project: string, email: string, network = newNetwork()) =>
  read<{ request: string }>(
    await requestCode(requestTo("/api/guest/code", { method: "POST", headers: fromNetwork(network), body: { project, email } })),
  );

export const enterCode = async (request: string, code: string, network = newNetwork()) =>
  read<{ path: string }>(
    await openSession(requestTo("/api/guest/session", { method: "POST", headers: fromNetwork(network), body: { request, code } })),
  );

/** Has the worker answer a request. @returns the code of the last mail to the address, or undefined */
export async function codeOf(request: string, email: string): Promise<string | undefined> {
  await answerCodeRequest(request, new AbortController().signal);
  return /^\d{6}$/m.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[0];
}

export async function changeAccess(admin: SignedIn, id: string, body: AccessEditInput): Promise<Answer<{ access: ProjectAccess }>> {
  const request = requestTo(accessPath(id), { method: "PATCH", headers: admin.browser, body });
  return read(await editAccess(request, { params: Promise.resolve({ id }) }));
}
