import { RequestError } from "@/components/shared/request-json";
import { downloadAddress, filesPath } from "../manager/actions/file-calls";

/** Maximum length of a download URL. Proxies reject longer ones, and Node rejects more than 16 KiB of headers. */
const URL_MAX = 4_000;

const DOWNLOAD_FAILED = "Failed to download file";

let frame: HTMLIFrameElement | null = null;

/** Clicks a link outside of the document, so that no handler of the page intercepts the click. */
function follow(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

/** Returns the server's message in an error response, or `""` when the text isn't such a response. */
function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "message" in body && typeof body.message === "string" ? body.message : "";
  } catch {
    return "";
  }
}

function rejectionIn({ contentDocument }: HTMLIFrameElement): RequestError | null {
  // Some browsers show JSON in a viewer page that scripts can't read.
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
    const error = rejectionIn(target);
    if (error) onFailure(error);
  });
  form.submit();
  form.remove();
}

/**
 * Downloads a file, or a folder or several items as a ZIP. @param onFailure called when the server later rejects a long selection
 * @throws RequestError
 */
export async function downloadItems(
  project: string,
  paths: readonly string[],
  onFailure: (error: RequestError) => void = () => undefined,
): Promise<void> {
  const address = downloadAddress(project, paths);
  if (address.length > URL_MAX) return postForm(project, paths, onFailure);
  // Check first: the browser would save an error response as the file.
  await assertAvailable(address);
  follow(address);
}

async function assertAvailable(address: string): Promise<void> {
  const send = (method: "HEAD" | "GET") =>
    fetch(address, { method, cache: "no-store" }).catch((cause: unknown) => {
      throw new RequestError("", 0, {}, { cause });
    });
  if ((await send("HEAD")).ok) return;
  // A response to HEAD has no body. GET returns the error message.
  const answer = await send("GET");
  if (answer.ok) return answer.body?.cancel();
  throw new RequestError(messageIn(await answer.text()) || DOWNLOAD_FAILED, answer.status);
}
