import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { noteRefusal } from "../../logging/request";
import { readCredential } from "./cookie";
import { findViewerByToken } from "./data";
import { isAdmin, isSuperadmin } from "./policy";
import {
  type AdminViewer,
  DUTY_PAGES,
  type Duty,
  PAGE_OF_ANOTHER_ROLE,
  PAGE_PATH_HEADER,
  type SessionViewer,
  type SignedInViewer,
  type SuperadminViewer,
  safeNextPath,
} from "./schema";

/** Returns the viewer of this page, or null. Layout and page share one query. Pages are for sessions, not for API tokens. */
export const findPageViewer = cache(async (): Promise<SignedInViewer | null> => {
  const credential = readCredential({ headers: await headers() });
  return credential && findViewerByToken(credential.token);
});

async function pagePath(): Promise<string> {
  return encodeURIComponent(safeNextPath((await headers()).get(PAGE_PATH_HEADER)));
}

async function requirePageViewer(): Promise<SignedInViewer> {
  return (await findPageViewer()) ?? redirect(`/?next=${await pagePath()}`);
}

/** Returns the viewer of this page. Redirects to the sign-in screen, or to the page of a duty. Both lead back here. */
export async function pageViewer(): Promise<SessionViewer> {
  const viewer = await requirePageViewer();
  if (viewer.duty) redirect(`${DUTY_PAGES[viewer.duty]}?next=${await pagePath()}`);
  return viewer;
}

/** Returns the viewer who has this duty. Redirects others. @param next where the sign-in was to lead */
export async function pageOwing(duty: Duty, next: string): Promise<SessionViewer> {
  const viewer = await requirePageViewer();
  if (viewer.duty !== duty) redirect(next);
  return viewer;
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
