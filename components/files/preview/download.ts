import { downloadAddress } from "@/components/file-preview/file-address";
import { RequestError } from "@/components/shared/request-json";
import { FILES_PATH } from "@/lib/files/schema";

/** Longer addresses are refused on their way by proxies, and by Node from 16 KiB of headers on. */
const ADDRESS_MAX = 4_000;

/** What the person reads when a download did not begin and nobody has said why. */
export const DOWNLOAD_FAILED = "Failed to download file";

/** The frame of the last download that was asked for by a form. */
let frame: HTMLIFrameElement | null = null;

/** A link that stands nowhere: nothing on the page takes the click for one that leads away. */
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

/** What came into the frame instead of a file; a download leaves it empty. */
function refusalIn({ contentDocument }: HTMLIFrameElement): RequestError | null {
  // Some browsers show JSON on a page of their own, into which nobody may look.
  const text = contentDocument ? (contentDocument.body?.textContent ?? "") : "{}";
  return text === "" ? null : new RequestError(messageIn(text) || DOWNLOAD_FAILED, 400);
}

/** Asks by a form, for as many paths as there are. The answer goes into a frame that nobody sees. */
function postForm(project: string, paths: readonly string[], onFailure: (error: RequestError) => void): void {
  frame?.remove();
  const target = document.createElement("iframe");
  frame = target;
  target.name = `download-${Date.now()}`;
  target.title = "Download";
  target.hidden = true;
  const form = document.createElement("form");
  form.method = "post";
  form.action = `${FILES_PATH}/${encodeURIComponent(project)}/download`;
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
 * Has the browser download files and folders of a map, and stays on the page.
 * @param project its safe name, or "assets"
 * @param paths one file comes as it is; a folder, or several items, as a ZIP
 * @param onFailure hears of a refusal that comes only after the promise has been kept: of selections too long for an address
 * @throws RequestError when it cannot be had; with the status of the answer, and a message wherever the server gave one
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
