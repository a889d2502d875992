import { expect } from "vitest";
import { POST as requestOptions } from "@/app/api/auth/passkey-sign-in/options/route";
import { POST as signIn } from "@/app/api/auth/passkey-sign-in/route";
import { DELETE as remove, PATCH as rename } from "@/app/api/auth/passkeys/[id]/route";
import { POST as creationOptions } from "@/app/api/auth/passkeys/options/route";
import { POST as add, GET as list } from "@/app/api/auth/passkeys/route";
import type { AddedPasskey, PasskeyResponse, PasskeySummary } from "@/lib/accounts/passkeys/schema";
import { env } from "@/lib/env";
import { requestTo, type SignedIn } from "../../setup/signed-in";
import { type Forgery, SoftwareAuthenticator } from "../../setup/software-authenticator";

const PATH = "/api/auth/passkeys";
const SIGN_IN_PATH = "/api/auth/passkey-sign-in";
let networks = 0;

/** Headers of a client in a network of its own, so that rate limits of tests don't affect each other. */
export function anotherNetwork(): Record<string, string> {
  networks += 1;
  return { "x-sea-vision-client-address": `2001:db8:${networks.toString(16)}::1` };
}

interface CreationOptions {
  challenge: string;
  user: { id: string; name: string; displayName: string };
}

export async function creationOptionsFor({ browser }: SignedIn): Promise<CreationOptions> {
  const answer = await creationOptions(requestTo(`${PATH}/options`, { method: "POST", headers: browser }));
  expect(answer.status).toBe(200);
  return answer.json();
}

export function addCall({ browser }: SignedIn, body: unknown): Promise<Response> {
  return add(requestTo(PATH, { method: "POST", headers: browser, body }));
}

/** Adds a passkey. @returns its authenticator, and the answer */
export async function newPasskey(person: SignedIn, name = "Laptop", forgery: Forgery = {}) {
  const authenticator = new SoftwareAuthenticator(env().appOrigin);
  const response = authenticator.create(await creationOptionsFor(person), forgery);
  const answer = await addCall(person, { name, response });
  return { authenticator, answer };
}

/** Adds a passkey that is accepted. */
export async function addedPasskey(person: SignedIn, name = "Laptop"): Promise<AddedPasskey & { authenticator: SoftwareAuthenticator }> {
  const { authenticator, answer } = await newPasskey(person, name);
  expect(answer.status).toBe(201);
  return { authenticator, ...((await answer.json()) as AddedPasskey) };
}

export async function listed({ browser }: SignedIn): Promise<PasskeySummary[]> {
  const answer = await list(requestTo(PATH, { headers: browser }));
  return ((await answer.json()) as { passkeys: PasskeySummary[] }).passkeys;
}

const called = (id: string) => ({ params: Promise.resolve({ id }) });

export function renameCall({ browser }: SignedIn, id: string, name: string): Promise<Response> {
  return rename(requestTo(`${PATH}/${id}`, { method: "PATCH", headers: browser, body: { name } }), called(id));
}

export function removeCall({ browser }: SignedIn, id: string): Promise<Response> {
  return remove(requestTo(`${PATH}/${id}`, { method: "DELETE", headers: browser }), called(id));
}

export function optionsCall(headers: Record<string, string>): Promise<Response> {
  return requestOptions(requestTo(`${SIGN_IN_PATH}/options`, { method: "POST", headers }));
}

export async function signInOptions(headers = anotherNetwork()): Promise<{ challenge: string }> {
  const answer = await optionsCall(headers);
  expect(answer.status).toBe(200);
  return answer.json();
}

export function signInWith(response: PasskeyResponse, headers = anotherNetwork()): Promise<Response> {
  return signIn(requestTo(SIGN_IN_PATH, { method: "POST", headers, body: { response } }));
}
