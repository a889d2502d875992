import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findViewer } from "./data";
import { isAdmin, isSuperadmin } from "./policy";
import { type AdminViewer, PAGE_PATH_HEADER, type SuperadminViewer, safeNextPath, type Viewer } from "./schema";

/** Who looks at this page, or null. Layout and page share one query. */
export const findPageViewer = cache(async (): Promise<Viewer | null> => findViewer({ method: "GET", headers: await headers() }));

/** Who looks at this page; sends anybody who is not signed in to the sign-in screen, and back here afterwards. */
export async function pageViewer(): Promise<Viewer> {
  const viewer = await findPageViewer();
  if (viewer) return viewer;
  const path = safeNextPath((await headers()).get(PAGE_PATH_HEADER));
  redirect(`/login?next=${encodeURIComponent(path)}`);
}

/** As pageViewer; sends plain users to /, as the route table of the specification has it. */
export async function pageAdmin(): Promise<AdminViewer> {
  const viewer = await pageViewer();
  if (isAdmin(viewer)) return viewer;
  redirect("/");
}

/** As pageViewer; sends everybody but superadmins to /. */
export async function pageSuperadmin(): Promise<SuperadminViewer> {
  const viewer = await pageViewer();
  if (isSuperadmin(viewer)) return viewer;
  redirect("/");
}
