import { delay, HttpResponse, http } from "msw";
import { answer } from "../setup/api";
import * as zip from "./zip-upload";

interface TusServerOptions {
  length: number;
  /** Safe name of the project that the upload becomes. */
  safeName: string;
}

/** A server of uploads. It keeps the offset of the only one. */
export function openTusServer({ length, safeName }: TusServerOptions) {
  const server = {
    state: "answers" as "answers" | "refuses" | "is full" | "is hidden by a proxy" | "is silent after a part",
    /** Id of the account that is signed in. Null without a session. */
    account: zip.ACCOUNT.id as string | null,
    offset: 0,
    calls: [] as string[],
    published: [] as string[],
    /** Called after each part. */
    onPart: (): void => undefined,
  };
  const headers = () => ({ "Tus-Resumable": "1.0.0", "Upload-Offset": String(server.offset), "Upload-Length": String(length) });
  const ofProxy = () => new HttpResponse("<html>Not Found</html>", { status: 404, headers: { "Content-Type": "text/html" } });
  const full = () => HttpResponse.json({ success: false, message: "Full.", error: "Full.", code: "disk_full" }, { status: 503 });
  const note = (method: string) => server.calls.push(`${method} ${server.offset}`);
  const isOther = ({ headers: sent }: Request) =>
    server.account === null || (sent.has("Account-Id") && sent.get("Account-Id") !== server.account);
  // The upload does not exist for another account.
  const isHidden = () => server.account !== zip.ACCOUNT.id;
  const hidden = () => new HttpResponse(null, { status: 404, headers: { "Tus-Resumable": "1.0.0" } });
  const signedOut = () => HttpResponse.json({ message: "Another account." }, { status: 401, headers: { "Tus-Resumable": "1.0.0" } });
  answer(
    http.post("/files/", ({ request }) => {
      note("POST");
      if (isOther(request)) return signedOut();
      if (server.state === "is full") return full();
      return new HttpResponse(null, { status: 201, headers: { ...headers(), Location: "/files/one" } });
    }),
    http.head("/files/one", ({ request }) => {
      note("HEAD");
      if (server.state === "is hidden by a proxy") return ofProxy();
      if (isOther(request)) return signedOut();
      return isHidden() ? hidden() : new HttpResponse(null, { headers: headers() });
    }),
    http.patch("/files/one", async ({ request }) => {
      note("PATCH");
      // The proxy loses the server after the first part.
      if (server.state === "is hidden by a proxy" && server.offset > 0) return ofProxy();
      if (server.state === "is full") return full();
      if (server.state === "refuses") return new HttpResponse(null, { status: 503 });
      if (server.state === "is silent after a part" && server.offset > 0) await delay("infinite");
      if (isOther(request)) return signedOut();
      if (isHidden()) return hidden();
      server.offset += (await request.arrayBuffer()).byteLength;
      server.onPart();
      return new HttpResponse(null, { status: 204, headers: headers() });
    }),
    http.post("/extract-tus-zip", async ({ request }) => {
      note("publish");
      if (isOther(request)) return signedOut();
      const { projectName } = (await request.json()) as { projectName: string };
      server.published.push(projectName);
      return HttpResponse.json({ safeName });
    }),
    http.get("/api/auth/me", () =>
      server.account === null ? signedOut() : HttpResponse.json({ user: { _id: server.account, email: "person@harbour.example" } }),
    ),
    http.get(`/extraction-progress/${safeName}`, () =>
      HttpResponse.json(zip.extracting({ status: "complete", phase: "complete", progress: 100, viewable: true, projectId: "one" })),
    ),
  );
  return server;
}
