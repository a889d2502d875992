import { listShareLinks } from "@/lib/projects/share-links/data";
import { createShareLink } from "@/lib/projects/share-links/mutations";
import {
  createdShareLinkSchema,
  createShareLinkSchema,
  projectShareLinksQuerySchema,
  projectShareLinksSchema,
} from "@/lib/projects/share-links/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read", {
  summary: "List the share links of a project",
  query: projectShareLinksQuerySchema,
  answer: projectShareLinksSchema,
  errors: [404],
})(({ viewer, query }) => listShareLinks(viewer, query.projectId));

export const POST = adminCall("write", {
  summary: "Create a share link",
  description:
    "Only this answer contains the address of the link. Returns 409 if the project does not allow sharing, or if the operator has turned share links off.",
  needsProof: true,
  body: createShareLinkSchema,
  example: {
    projectId: "0199a1b2-0000-7000-8000-000000000001",
    label: "For the harbour office",
    expiresAt: "2999-12-31T23:00:00Z",
    password: "at least 8 characters",
    frameOrigins: ["https://www.example.org"],
  },
  answer: createdShareLinkSchema,
  errors: [404, 409],
})(async ({ viewer, body, client }) => ({ message: "Link created", ...(await createShareLink(viewer, body, client)) }));
