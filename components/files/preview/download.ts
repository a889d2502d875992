import { RequestError } from "@/components/shared/request-json";
import { downloadAddress, filesPath } from "../manager/actions/file-calls";

/** Longer addresses are refused on their way by proxies, and by Node from 16 KiB of headers on. */
const ADDRESS_MAX = 4_000;

const DOWNLOAD_FAILED = "Failed to download file";

let frame: HTMLIFrameElement | null = null;

/** The link is not in the document, so that no handler of the page takes the click. */
function follow(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

/** @param text of an answer that is no file @returns what the server says in it; "" when that cannot be made out */
function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "message" in body && typeof body.message === "string" ? body.message : "";
  } catch {
    return "";
  }
}

function refusalIn({ contentDocument }: HTMLIFrameElement): RequestError | null {
  // Some browsers show JSON on a page of their own, into which nobody may look.
  const text = contentDocument ? (contentDocument.body?.textContent ?? "") : "{}";
  return text === "" ? null : new RequestError(messageIn(text) || DOWNLOAD_FAILED, 400);
}

function postForm(project: string, paths: readonly string[], onFailure: (error: RequestError) => void): void {
  frame?.remove();
  const target = document.createElement("iframe");
  frame = target;
  target.name = `download-${Date.now()}`;
  target.title = "Download";
  target.hidden = true;
  const form = document.createElement("form");
  form.method = "post";
  form.action = filesPath(project, "download");
  form.target = target.name;
  form.hidden = true;
  for (const path of paths) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "filePath";
    field.value = path;
    form.append(field);
  }
  document.body.append(target, form);
  target.addEventListener("load", () => {
    const error = refusalIn(target);
    if (error) onFailure(error);
  });
  form.submit();
  form.remove();
}

/**
 * Downloads one file, or a folder or several items as a ZIP. @param onFailure reports a late rejection of a long selection
 * @throws RequestError
 */
export async function downloadItems(
  project: string,
  paths: readonly string[],
  onFailure: (error: RequestError) => void = () => undefined,
): Promise<void> {
  const address = downloadAddress(project, paths);
  if (address.length > ADDRESS_MAX) return postForm(project, paths, onFailure);
  // A refusal would be saved as if it were the file.
  await assertAvailable(address);
  follow(address);
}

async function assertAvailable(address: string): Promise<void> {
  const ask = (method: "HEAD" | "GET") =>
    fetch(address, { method, cache: "no-store" }).catch((cause: unknown) => {
      throw new RequestError("", 0, {}, { cause });
    });
  if ((await ask("HEAD")).ok) return;
  // An answer to HEAD has no words; asked in earnest, the server says what is wrong.
  const answer = await ask("GET");
  if (answer.ok) return answer.body?.cancel();
  throw new RequestError(messageIn(await answer.text()) || DOWNLOAD_FAILED, answer.status);
}
