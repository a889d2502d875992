/** Emails of the product under test. Without a mail server, the product writes them to files. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { until } from "./until";

const outbox = path.join(process.env.E2E_PRODUCT_DIR ?? ".data/e2e", "outbox");

/** Returns every email to that address, oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))));
  return mails.filter((mail) => mail.to?.some((to) => to.address === address));
}

/** Waits for that many emails with reset links to the address. @returns the path of the reset link in each email */
export async function resetLinksTo(address: string, count = 1): Promise<string[]> {
  const find = async () => (await mailsTo(address)).flatMap(({ text = "" }) => /\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? []);
  await until(`${count} reset mails to ${address}`, async () => (await find()).length >= count);
  return find();
}
