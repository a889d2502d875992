import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { noteRefusal } from "../../logging/request";
import { readCredential } from "./cookie";
import { findViewerByToken } from "./data";
import { isAdmin, isSuperadmin } from "./policy";
import {
  type AdminViewer,
  PAGE_OF_ANOTHER_ROLE,
  PAGE_PATH_HEADER,
  type SessionViewer,
  type SuperadminViewer,
  safeNextPath,
} from "./schema";

/** Returns the viewer of this page, or null. Layout and page share one query. Pages are for sessions, not for API tokens. */
export const findPageViewer = cache(async (): Promise<SessionViewer | null> => {
  const credential = readCredential({ headers: await headers() });
  return credential && findViewerByToken(credential.token);
});

/** Returns the viewer of this page. Redirects to the sign-in screen, which leads back here. */
export async function pageViewer(): Promise<SessionViewer> {
  const viewer = await findPageViewer();
  if (viewer) return viewer;
  const path = safeNextPath((await headers()).get(PAGE_PATH_HEADER));
  redirect(`/login?next=${encodeURIComponent(path)}`);
}

function refusePage(): never {
  noteRefusal({ kind: "forbidden", reason: PAGE_OF_ANOTHER_ROLE });
  redirect("/");
}

export async function pageAdmin(): Promise<AdminViewer> {
  const viewer = await pageViewer();
  if (isAdmin(viewer)) return viewer;
  return refusePage();
}

export async function pageSuperadmin(): Promise<SuperadminViewer> {
  const viewer = await pageViewer();
  if (isSuperadmin(viewer)) return viewer;
  return refusePage();
}
