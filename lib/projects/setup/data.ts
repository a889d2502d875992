import { hasPeople } from "../../accounts/data";
import { hasSecondFactor } from "../../accounts/second-factors/data";
import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import { readInstallation } from "../../storage/data";
import { THUMBNAIL_PROBLEM } from "../images/claims";
import type { Setup } from "./schema";
import { DEMO_DOMAIN, DEMO_PROJECT_NAME } from "./values";

interface Published {
  hasMap: boolean;
  thumbnailProblem: string | null;
}

async function readPublished(): Promise<Published> {
  const [row] = await queryRows<Published>(db(), {
    text: `SELECT EXISTS (SELECT FROM ${visibleProjects} p
                           WHERE (p."currentTreeId" IS NOT NULL OR p."mapUrl" IS NOT NULL) AND p.name <> $1) AS "hasMap",
                  (${THUMBNAIL_PROBLEM}) AS "thumbnailProblem"`,
    values: [DEMO_PROJECT_NAME],
  });
  return row ?? { hasMap: false, thumbnailProblem: null };
}

/** Reads the checklist of a new installation from its state. @returns null once all is done, or it was dismissed */
export async function readSetup({ accountId }: SuperadminViewer): Promise<Setup | null> {
  const installation = await readInstallation();
  if (installation.setupDismissedAt) return null;
  const { oidc, smtpUrl, rendersMapImages } = env();
  const sendsMail = smtpUrl !== null;
  const [isSecured, hasUsers, { hasMap, thumbnailProblem }] = await Promise.all([
    hasSecondFactor(db(), accountId),
    hasPeople(DEMO_DOMAIN),
    readPublished(),
  ]);
  const steps: Setup["steps"] = [
    { name: "sign-in", isDone: isSecured || oidc !== null },
    { name: "mail", isDone: sendsMail && installation.mailTestedAt !== null },
    { name: "map", isDone: hasMap },
    { name: "people", isDone: hasUsers },
    { name: "backup", isDone: installation.backedUpAt !== null },
    ...(rendersMapImages ? [{ name: "thumbnails" as const, isDone: thumbnailProblem === null }] : []),
  ];
  return steps.every(({ isDone }) => isDone) ? null : { steps, sendsMail, thumbnailProblem };
}
