import { answerOf } from "@/components/shared/request-json";
import { FILE_MANAGEMENT_PATH, type PlatformFile } from "@/lib/files/platform/schema";

/**
 * Has the browser download a file, and stays on the page.
 * @throws RequestError when it is not there any more, or may not be had
 */
export async function downloadFile({ _id, originalName, filename }: PlatformFile): Promise<void> {
  const address = `${FILE_MANAGEMENT_PATH}/download/${_id}`;
  // An answer that is an error would otherwise be saved as the file, or take the place of the page.
  await answerOf(address, { method: "HEAD" });
  const link = document.createElement("a");
  link.href = address;
  link.download = originalName || filename;
  link.click();
}
