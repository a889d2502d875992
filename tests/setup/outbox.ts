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

/** Waits for that many emails to the address whose text has a link. @returns the path of the link in each email */
async function linksTo(address: string, link: RegExp, count: number): Promise<string[]> {
  const find = async () => (await mailsTo(address)).flatMap(({ text = "" }) => link.exec(text)?.[0] ?? []);
  await until(`${count} mails to ${address} with ${link}`, async () => (await find()).length >= count);
  return find();
}

export const resetLinksTo = (address: string, count = 1) => linksTo(address, /\/reset-password\?token=[\w-]+/, count);
