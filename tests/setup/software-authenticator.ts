import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskeyResponse, PasskeyResponse } from "@/lib/accounts/passkeys/schema";

/** Flags of authenticator data (WebAuthn, section 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** What an authenticator or its browser does wrong. */
export interface Forgery {
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  isSignatureWrong?: boolean;
  userHandle?: string;
}

/** An authenticator with one ES256 key, and the browser that it is used with. */
export class SoftwareAuthenticator {
  /** 0 does not count, as synced passkeys do. */
  counter = 0;
  readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private userHandle = "";

  constructor(
    private readonly origin: string,
    private readonly rpId = new URL(origin).hostname,
  ) {}

  create({ challenge, user }: { challenge: string; user: { id: string } }, forgery: Forgery = {}): NewPasskeyResponse {
    this.userHandle = user.id;
    const id = Buffer.from(this.id);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.coseKey()]);
    const authData = Uint8Array.from(this.data(ATTESTED, forgery, attested));
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: this.clientData("webauthn.create", challenge, forgery),
        attestationObject: encode(attestation),
        transports: ["internal"],
      },
    };
  }

  get({ challenge }: { challenge: string }, forgery: Forgery = {}): PasskeyResponse {
    if (this.counter > 0) this.counter += 1;
    const clientDataJSON = this.clientData("webauthn.get", challenge, forgery);
    const data = this.data(0, forgery);
    const clientHash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const signed = forgery.isSignatureWrong ? randomBytes(64) : Buffer.concat([data, clientHash]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, this.keys.privateKey).toString("base64url"),
        userHandle: forgery.userHandle ?? this.userHandle,
      },
    };
  }

  private credential() {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
  }

  private clientData(type: string, challenge: string, { origin = this.origin, type: forged = type, crossOrigin = false }: Forgery): string {
    return Buffer.from(JSON.stringify({ type: forged, challenge, origin, crossOrigin })).toString("base64url");
  }

  private data(more: number, { rpId = this.rpId, isVerified = true }: Forgery, attested: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | more | (isVerified ? USER_VERIFIED : 0));
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), head, attested]);
  }

  /** The public key in COSE (RFC 9053): EC2, ES256, P-256. */
  private coseKey(): Buffer {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const bytes = (value: string) => Uint8Array.from(Buffer.from(value, "base64url"));
    return Buffer.from(
      isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      ),
    );
  }
}

const encode = (value: Map<string, unknown>) => Buffer.from(isoCBOR.encode(value as never)).toString("base64url");
