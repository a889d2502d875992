import { z } from "zod";
import {
  createdShareLinkSchema,
  createShareLinkSchema,
  projectShareLinksQuerySchema,
  projectShareLinksSchema,
  shareLinkListQuerySchema,
  shareLinkPageSchema,
} from "../projects/share-links/schema";
import { describeCalls, emptyAnswer, jsonAnswer, jsonBody } from "./call";
import { idPath, messageSchema } from "./parameters";

const tokenPath = z.object({ token: z.string().describe("The secret part of a link.") });

const page = (description: string) => ({ description, content: { "text/html": { schema: { type: "string" as const } } } });

const toMap = emptyAnswer("The map, on its own origin or on another site.", z.object({ Location: z.string() }));

export const shareLinkPaths = {
  ...describeCalls("Share links", "admins", idPath("a share link"), {
    "GET /api/project/share-links": {
      summary: "List the share links of a project",
      query: projectShareLinksQuerySchema,
      answers: { 200: jsonAnswer(projectShareLinksSchema, "The links, without their tokens.") },
      errors: [404],
    },
    "POST /api/project/share-links": {
      summary: "Create a share link",
      description: "Returns 409 while the project does not allow sharing, and while the operator has turned share links off.",
      needsProof: true,
      body: jsonBody(createShareLinkSchema, {
        projectId: "0199a1b2-0000-7000-8000-000000000001",
        label: "For the harbour office",
        expiresAt: "2999-12-31T23:00:00Z",
        password: "at least 8 characters",
        frameOrigins: ["https://www.example.org"],
      }),
      answers: { 200: jsonAnswer(createdShareLinkSchema, "The link. Only this answer has its address.") },
      errors: [404, 409],
    },
    "DELETE /api/project/share-links/{id}": {
      summary: "Revoke a share link",
      description: "Maps that it opened close within 30 seconds.",
      answers: { 200: jsonAnswer(messageSchema, "The link is revoked.") },
    },
    "GET /api/superadmin/share-links": {
      summary: "List the share links of all projects",
      who: "superadmins",
      query: shareLinkListQuerySchema,
      answers: { 200: jsonAnswer(shareLinkPageSchema, "Links, newest first, or a page of them.") },
    },
  }),
  ...describeCalls("Share links", "everyone", tokenPath, {
    "GET /share/{token}": {
      summary: "Open a share link",
      head: "Check a share link",
      description: "Redirects to the map with a ticket. A link with a password answers the page that asks for it.",
      answers: { 200: page("The page that asks for the password."), 302: toMap },
      otherErrors: { 404: page("The link never existed, has expired or was revoked, or its map has no page.") },
    },
    "POST /share/{token}": {
      summary: "Open a share link with its password",
      body: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: z.object({ password: z.string() }),
            example: { password: "at least 8 characters" },
          },
        },
      },
      answers: { 302: toMap },
      errors: [400, 413, 415],
      otherErrors: {
        403: page("The password is not right."),
        404: page("The link never existed, has expired or was revoked."),
        429: page("There were too many attempts."),
        503: page("Too many passwords wait to be checked."),
      },
    },
  }),
};
