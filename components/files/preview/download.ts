import { RequestError } from "@/components/shared/request-json";
import { startDownload } from "@/components/shared/requests/start-download";
import { reasonOf } from "@/lib/upload-client/send/transfer-failure";
import { downloadAddress, filesPath } from "../manager/actions/file-addresses";

/** Maximum length of a download URL. Proxies reject longer ones, and Node rejects more than 16 KiB of headers. */
const URL_MAX = 4_000;

let frame: HTMLIFrameElement | null = null;

function rejectionIn({ contentDocument }: HTMLIFrameElement): RequestError | null {
  // Some browsers show JSON in a viewer page that scripts can't read.
  const text = contentDocument ? (contentDocument.body?.textContent ?? "") : "{}";
  return text === "" ? null : new RequestError(reasonOf(text) ?? "", 400);
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
export async function downloadItems(project: string, paths: readonly string[], onFailure: (error: RequestError) => void): Promise<void> {
  const address = downloadAddress(project, paths);
  if (address.length > URL_MAX) postForm(project, paths, onFailure);
  else await startDownload(address);
}
