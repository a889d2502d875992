import { RequestError, requestWithHeaders } from "../request-json";

/** Downloads a file. @param name of the file, else the server names it @throws RequestError when the server refuses it */
export async function startDownload(address: string, name = ""): Promise<void> {
  // An answer that is an error would otherwise be saved as the file, or take the place of the page.
  await requestWithHeaders(address, { method: "HEAD" }).catch((error: unknown) => {
    // A response to HEAD has no body. GET returns the error message.
    if (error instanceof RequestError && error.status !== 0) return requestWithHeaders(address);
    throw error;
  });
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
