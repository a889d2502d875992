import Papa from "papaparse";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { AppError } from "../../errors";
import { limitedId } from "../limits/policy";
import { seesAccount } from "../references/managed-projects";
import { emailSchema } from "../schema";
import type { AdminViewer } from "../sessions/schema";
import { readGroup } from "./data";
import { type AddressKind, type AddressPreview, type PreviewInput, TOO_MANY_ADDRESSES } from "./schema";
import { ADDRESSES_MAX } from "./values";

const isAddressColumn = (header: string) => /^\W*(?:e-?mail|address|e-?mail[ _-]?address)\W*$/i.test(header);

/** Returns the address in `Ada Harbour <ada@example.com>`. Exports write an apostrophe before what a spreadsheet takes for a formula. */
const bare = (text: string) => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().replace(/^'(?=[=+\-@])/, "");

/** Reads addresses from a text. A CSV file has a header with a column of addresses; in any other text, every part is one. */
export function readAddresses(text: string): string[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), { skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t"] });
  const column = data[0]?.findIndex(isAddressColumn) ?? -1;
  const parts = column < 0 ? text.split(/[,;\r\n\t]+/) : data.slice(1).map((row) => row[column] ?? "");
  return parts.map(bare).filter((part) => part !== "");
}

interface KnownAccount {
  email: string;
  isUser: boolean;
  isMember: boolean;
}

/** Returns which addresses of a text can become members of a group, or of a new one. @throws AppError 400 for too many, 404 */
export async function previewAddresses(viewer: AdminViewer, { text, group }: PreviewInput): Promise<AddressPreview[]> {
  if (group) await readGroup(viewer, group);
  const parts = readAddresses(text);
  if (parts.length > ADDRESSES_MAX) throw new AppError("bad_request", TOO_MANY_ADDRESSES, { fields: { text: TOO_MANY_ADDRESSES } });
  const parsed = parts.map((part) => ({ part, email: emailSchema.safeParse(part).data }));
  const known = await queryRows<KnownAccount>(db(), {
    text: `SELECT a.email, a.role = 'user' AS "isUser", m."accountId" IS NOT NULL AS "isMember"
             FROM "Account" a LEFT JOIN "GroupMember" m ON m."groupId" = $1::uuid AND m."accountId" = a.id AND (m."expiresAt" IS NULL OR m."expiresAt" > now())
            WHERE a.email = ANY ($2::text[]) AND ${seesAccount("a", "$3")}`,
    values: [group ?? null, parsed.flatMap(({ email }) => email ?? []), limitedId(viewer)],
  });
  const accounts = new Map(known.map((account) => [account.email, account]));
  const seen = new Set<string>();
  const kindOf = (email: string | undefined): AddressKind => {
    if (email === undefined) return "invalid";
    if (seen.has(email)) return "duplicate";
    seen.add(email);
    const account = accounts.get(email);
    if (!account) return "new";
    if (!account.isUser) return "admin";
    return account.isMember ? "member" : "known";
  };
  return parsed.map(({ part, email }) => ({ address: email ?? part.slice(0, 254), kind: kindOf(email) }));
}
