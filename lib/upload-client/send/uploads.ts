import type { HttpRequest, UploadOptions } from "tus-js-client";
import { headersOf, type PublishHost } from "../host";
import type { UploadTarget } from "../target";
import { reasonOf } from "./transfer-failure";

export function transportOf(host: Pick<PublishHost, "signUpload" | "httpStack">): Pick<UploadOptions, "onBeforeRequest" | "httpStack"> {
  const onBeforeRequest = (request: HttpRequest) => host.signUpload(request);
  return host.httpStack ? { onBeforeRequest, httpStack: host.httpStack } : { onBeforeRequest };
}

/** Deletes uploads from the server. Ignores failures, because uploads expire. */
export async function discardUploads(host: Pick<PublishHost, "signUpload" | "httpStack">, addresses: readonly string[]): Promise<void> {
  const options = { retryDelays: [0, 1_000, 3_000], ...transportOf(host) };
  const terminate = async (url: string) => (await import("tus-js-client")).Upload.terminate(url, options);
  await Promise.all(addresses.map((url) => terminate(url).catch(() => undefined)));
}

export function toUploadId(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

/** @param addresses of uploads by the ids of their packs */
export function toUploadIds(addresses: Iterable<[string, string]>): Map<string, string> {
  return new Map(Array.from(addresses, ([packId, url]) => [packId, toUploadId(url)]));
}

/** Returns the metadata that reserves the name of a new project until the upload ends. */
export function nameReservation({ projectName, replacesId }: UploadTarget): Record<string, string> {
  return replacesId === null ? { newProjectName: projectName } : {};
}

/** Returns the metadata of a pack. @param path path of its first file */
export function packMetadata(folderName: string, fileCount: number, path: string): Record<string, string> {
  if (fileCount > 1) return { filename: `${folderName} (${fileCount.toLocaleString("en-US")} files)`, relativePath: folderName };
  return { filename: path.slice(path.lastIndexOf("/") + 1), relativePath: path };
}

/** Returns the metadata of a ZIP. The server uses the session and ignores userRole. */
export function zipMetadata(fileName: string, projectName: string): Record<string, string> {
  return { filename: fileName, relativePath: fileName, projectName, uploadType: "zip", userRole: "admin" };
}

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
