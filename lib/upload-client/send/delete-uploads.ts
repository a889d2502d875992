import { headersOf, type PublishHost } from "../host";
import { reasonOf } from "./transfer-failure";

/** The server has no such upload any more, or a map is being made of it. */
const ENDED: readonly number[] = [404, 409, 410];

/** Deletes uploads of an account that no client is sending. @throws Error with a message for the user */
export async function deleteUploads(host: Pick<PublishHost, "call">, accountId: string, addresses: readonly string[]): Promise<void> {
  const headers = { "Tus-Resumable": "1.0.0", ...headersOf(accountId) };
  const remove = async (address: string) => {
    const answer = await host.call(address, { method: "DELETE", headers }).catch(() => null);
    if (!answer) throw new Error("The server cannot be reached, so the upload was not discarded.");
    // Without the header, a proxy answered.
    const isEnded = ENDED.includes(answer.status) && answer.headers.has("Tus-Resumable");
    if (!answer.ok && !isEnded) throw new Error(reasonOf(await answer.text()) ?? `The server answered ${answer.status}.`);
  };
  await Promise.all(addresses.map(remove));
}
