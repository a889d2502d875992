import { z } from "zod";
import { reasonOf } from "../../lib/upload-client/send/transfer-failure";
import { ClientFailure } from "../failure";
import { fetchOver, type Patience, withRetries } from "../net/retry";
import { type Credentials, isApiToken, keepLogin } from "./credentials";
import { askLine } from "./prompt";

const signedInSchema = z.object({ token: z.string().min(1) });
/** Without a token, the account has a second factor. */
const signInSchema = z.union([signedInSchema, z.object({ secondFactor: z.object({}), token: z.undefined().optional() })]);
const userSchema = z.object({ _id: z.string(), email: z.string(), role: z.string() });
/** Servers of former releases don't return whether all maps share one origin. */
const meSchema = z.object({ user: userSchema, mapsShareOrigin: z.boolean().default(false), hasGdal: z.boolean().default(true) });
const expirySchema = z.object({ exp: z.number() });

export type Me = z.infer<typeof userSchema> & { mapsShareOrigin: boolean; hasGdal: boolean };

const ENDED = "The session has ended. Sign in again: sea-vision login";
const TOKEN_ENDED = "This API token is not valid, or it was revoked or has expired. Create another one under Settings → API tokens.";
const NO_CODE =
  "This account has two-step verification, and there is no terminal to ask for the code. Give --code, or use an API token: create one under Settings → API tokens, and set SEA_VISION_TOKEN.";
const noSignIn = (origin: string) => `Users can't sign in at ${origin}. Use the address of the application, not the address of the maps.`;
const RENEW_BELOW_MS = 5 * 24 * 60 * 60 * 1000;

export class Session {
  private token: string | null;
  private renewing: Promise<void> | null = null;

  constructor(
    readonly origin: string,
    private readonly credentials: Credentials,
    private readonly patience: Patience,
  ) {
    this.token = tokenOf(credentials);
  }

  get authorization(): string {
    return `Bearer ${this.token ?? ""}`;
  }

  /** Sends a request, and signs in again after 401. @throws as fetch */
  async callOnce(path: string, init: RequestInit = {}): Promise<Response> {
    if (this.token === null) await this.renew();
    const used = this.token;
    const answer = await this.send(path, init);
    if (answer.status !== 401 || this.credentials.kind !== "password") return answer;
    await answer.body?.cancel();
    if (this.token === used) await this.renew();
    return this.send(path, init);
  }

  call(path: string, init: RequestInit = {}): Promise<Response> {
    const signal = init.signal ? AbortSignal.any([init.signal, this.patience.signal]) : this.patience.signal;
    return withRetries(() => this.callOnce(path, { ...init, signal }), { ...this.patience, signal });
  }

  async read<Schema extends z.ZodType>(path: string, schema: Schema, init: RequestInit = {}): Promise<z.output<Schema>> {
    const answer = await this.call(path, init);
    const body = await answer.text();
    if (!answer.ok) throw this.refusal(answer, body);
    try {
      return schema.parse(JSON.parse(body));
    } catch {
      throw new ClientFailure("failed", `${this.origin} does not answer as Sea-Vision does. Is this the right address?`);
    }
  }

  async me(): Promise<Me> {
    const { user, mapsShareOrigin, hasGdal } = await this.read("/api/auth/me", meSchema);
    if (this.credentials.kind === "login") await this.prolong(this.credentials.login.email);
    return { ...user, mapsShareOrigin, hasGdal };
  }

  /** Signs in again, once for concurrent callers. @throws ClientFailure */
  renew(): Promise<void> {
    this.renewing ??= this.signIn().finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  async keep(email: string): Promise<void> {
    if (this.token !== null) await keepLogin(this.origin, { email, token: this.token });
  }

  private async signIn(typed?: string): Promise<void> {
    if (this.credentials.kind !== "password") throw this.ended();
    const { email, password, code = typed } = this.credentials;
    const body = JSON.stringify({ email, password, code });
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const answer = await withRetries(() => this.plain("/api/auth/login", init), this.patience);
    const text = await answer.text();
    if (answer.status === 401 || answer.status === 400) throw new ClientFailure("signedOut", reasonOf(text) ?? "Invalid credentials.");
    if (answer.status === 404 || answer.status === 405) throw new ClientFailure("refused", noSignIn(this.origin));
    if (!answer.ok) throw this.refusal(answer, text);
    const { token } = signInSchema.parse(JSON.parse(text));
    if (token !== undefined) this.token = token;
    else await this.signIn(await this.askCode());
  }

  private askCode(): Promise<string> {
    if (!process.stdin.isTTY) throw new ClientFailure("signedOut", NO_CODE);
    return askLine("Code of your second factor: ", { signal: this.patience.signal });
  }

  private ended(): ClientFailure {
    return new ClientFailure("signedOut", isApiToken(this.credentials) ? TOKEN_ENDED : ENDED);
  }

  private refusal({ status }: Response, body: string): ClientFailure {
    if (status === 401) return this.ended();
    const message = reasonOf(body) ?? `The server answered ${status}.`;
    if (status === 408 || status === 429 || status >= 500) return new ClientFailure("unreachable", message);
    return new ClientFailure("refused", message);
  }

  private async prolong(email: string): Promise<void> {
    if (remainingMs(this.token ?? "") > RENEW_BELOW_MS) return;
    const answer = await this.send("/api/auth/refresh", { method: "POST" }).catch(() => null);
    const fresh = answer?.ok ? signedInSchema.safeParse(await answer.json()).data : null;
    if (!fresh) return;
    this.token = fresh.token;
    await this.keep(email);
  }

  private send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", this.authorization);
    return this.plain(path, { ...init, headers });
  }

  private async plain(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), "User-Agent": "sea-vision" };
    const answer = await fetchOver(new URL(path, this.origin), { ...init, headers, redirect: "manual" });
    const elsewhere = answer.headers.get("location");
    if (answer.status < 300 || answer.status >= 400 || elsewhere === null) return answer;
    const { origin } = new URL(elsewhere, this.origin);
    // A redirect target must not receive the token.
    throw new ClientFailure("failed", `${this.origin} leads to ${origin}. Give that as the server if it is yours.`);
  }
}

function tokenOf(credentials: Credentials): string | null {
  if (credentials.kind === "token") return credentials.token;
  return credentials.kind === "login" ? credentials.login.token : null;
}

function remainingMs(token: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return expirySchema.parse(payload).exp * 1000 - Date.now();
  } catch {
    return 0;
  }
}
