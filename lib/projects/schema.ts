import { z } from "zod";
import { rowIdSchema } from "../accounts/schema";
import {
  answeredIdSchema,
  countSchema,
  optionalParameter,
  pageInfoFields,
  pageQueryFields,
  periodQueryFields,
  referenceSchema,
  searchTextSchema,
  timeSchema,
} from "../http/paging/schema";
import { spell } from "./spelling/values";
import { PROJECT_NAME_MAX, PROJECT_SORTS, PROJECT_STATUSES, UNKNOWN_CREATOR, UPLOADED_DESCRIPTION_MAX } from "./values";

/** Names in letters without a spelling can be longer. */
const MAX_SAFE_NAME = 100;

/** The shared assets use this path. */
const reservedSafeNames: readonly string[] = ["assets"];

function fold(name: string): string {
  const hyphenated = name.normalize("NFC").toLowerCase().trim().replace(/\s+/gu, "-");
  const ascii = Array.from(hyphenated, spell).join("").toLowerCase();
  return ascii.replace(/[^a-z0-9._-]/g, "").slice(0, MAX_SAFE_NAME);
}

/** Returns the safe name of a project: lower case, hyphens, `a-z 0-9 - _ .`; "" when nothing is left or the name is reserved. */
export function toSafeName(name: string): string {
  const safeName = fold(name);
  return /[a-z0-9]/.test(safeName) && !reservedSafeNames.includes(safeName) ? safeName : "";
}

/** A safe name in an address. */
export const safeNameSchema = z.string().regex(/^[a-z0-9._-]{1,100}$/);

/** Characters of a description that is typed. */
export const DESCRIPTION_MAX = 200;
export const DESCRIPTION_TOO_LONG = `Description can have at most ${DESCRIPTION_MAX} characters.`;

/** A project's name, trimmed, with single spaces. */
export const projectNameSchema = z
  .string("Project name is required.")
  .transform((name) => name.trim().replace(/\s+/gu, " "))
  .pipe(
    z
      .string()
      .min(1, { error: "Project name is required.", abort: true })
      .max(PROJECT_NAME_MAX, { error: `Project name can have at most ${PROJECT_NAME_MAX} characters.`, abort: true })
      .regex(/^\P{Cc}*$/u, { error: "Project name contains characters that cannot be shown.", abort: true })
      .refine((name) => !reservedSafeNames.includes(fold(name)), "This project name is reserved. Please choose a different name.")
      .refine((name) => /[a-z0-9]/.test(fold(name)), "Project name needs at least one letter or number."),
  );

/** Drops control characters except line ends and tabs: PostgreSQL rejects NUL. */
const cleanTextSchema = z.string().transform((text) => text.replace(/[^\P{Cc}\n\t]/gu, "").trim());
export const descriptionTextSchema = cleanTextSchema.pipe(z.string().max(DESCRIPTION_MAX, DESCRIPTION_TOO_LONG));
export const descriptionSchema = descriptionTextSchema.default("");

/** A project keeps the longer description of its upload when an edit sends it back unchanged. */
const editedDescriptionSchema = cleanTextSchema
  .refine((text) => Array.from(text).length <= UPLOADED_DESCRIPTION_MAX, DESCRIPTION_TOO_LONG)
  .describe(`At most ${DESCRIPTION_MAX} characters; up to ${UPLOADED_DESCRIPTION_MAX} when it is the project's description unchanged.`);

const MAP_URL_MAX = 2_000;
const MAP_URL_TOO_LONG = `Map URL can have at most ${MAP_URL_MAX.toLocaleString("en-US")} characters.`;

function asUrl(text: string): URL | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

/** Address of an external map, normalized; "" for none. Other protocols could be scripts or files. */
export const mapUrlSchema = z
  .string()
  .trim()
  .max(MAP_URL_MAX, { error: MAP_URL_TOO_LONG, abort: true })
  .refine((text) => text === "" || asUrl(text) !== null, {
    error: "Map URL must be a web address that begins with http:// or https://.",
    abort: true,
  })
  .refine((text) => !asUrl(text)?.username && !asUrl(text)?.password, "Map URL must not contain a user name or a password.")
  .transform((text) => asUrl(text)?.href ?? "")
  // Normalizing escapes letters outside ASCII, which makes the address longer.
  .refine((href) => href.length <= MAP_URL_MAX, MAP_URL_TOO_LONG);

const allowsLocationSchema = z.boolean().describe("Whether the map may ask browsers for the visitor's location.");

const allowsCameraSchema = z.boolean().describe("Whether the map may ask browsers for the camera and the microphone.");

const allowsRoutingSchema = z
  .boolean()
  .describe("Whether addresses of the map without a file show its first page, for a site with a router.");

const allowsSharedMemorySchema = z
  .boolean()
  .describe("Whether the map is isolated from other origins, as SharedArrayBuffer needs (headers COOP and COEP).");

const allowsSharingSchema = z.boolean().describe("Whether the share links of the project open its map.");

const nullToNone = (text: string | null) => text ?? "";

/** The values that the editor saw, of the fields that have conflicts. */
const seenFieldsSchema = z
  .object({
    description: z.string(),
    mapUrl: z.string().nullable().transform(nullToNone),
    allowsLocation: z.boolean(),
    allowsCamera: z.boolean(),
    allowsRouting: z.boolean(),
    allowsSharedMemory: z.boolean(),
    allowsSharing: z.boolean(),
  })
  .partial()
  .optional()
  .describe("Values that the editor saw. When a field to change has another one by now, the answer is 409 and nothing changes.");

const editedUsersSchema = (done: string) => z.array(rowIdSchema).max(20_000, `At most 20,000 users can be ${done} at once.`).default([]);

export const editProjectSchema = z
  .object({
    description: editedDescriptionSchema.optional(),
    mapUrl: mapUrlSchema
      .optional()
      .describe("Of a map that lies elsewhere. Empty, or the address of the uploaded map, shows the uploaded map."),
    allowsLocation: allowsLocationSchema.optional(),
    allowsCamera: allowsCameraSchema.optional(),
    allowsRouting: allowsRoutingSchema.optional(),
    allowsSharedMemory: allowsSharedMemorySchema.optional(),
    startPage: z
      .string()
      .max(1024, "The path of the start page is too long.")
      .optional()
      .describe("Path of the page that the map begins with."),
    allowsSharing: allowsSharingSchema.optional(),
    before: seenFieldsSchema,
    assignUserIds: editedUsersSchema("added").describe("Users who get the project. With an unknown one nothing changes."),
    deassignUserIds: editedUsersSchema("removed").describe("Accounts that lose the project; those that do not have it are let be."),
  })
  .refine(
    ({ assignUserIds: added, deassignUserIds: removed }) =>
      new Set([...added, ...removed]).size === new Set(added).size + new Set(removed).size,
    {
      error: "A user can't be added and removed at once.",
      path: ["assignUserIds"],
    },
  );
export type ProjectEdit = z.infer<typeof editProjectSchema>;

export const projectSortSchema = z.enum(PROJECT_SORTS, "Unknown sort order.");

export const projectListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the name, in any case."),
  sort: projectSortSchema.default("all"),
  ...pageQueryFields,
});

const NO_CREATOR = "There is no such creator.";

/** An account's id or {@link UNKNOWN_CREATOR}. */
export const creatorSchema = z.union([z.uuid(NO_CREATOR), z.literal(UNKNOWN_CREATOR)], NO_CREATOR);

export const assignedListQuerySchema = projectListQuerySchema.extend({
  createdBy: optionalParameter(creatorSchema).describe(`Id of who created them; \`${UNKNOWN_CREATOR}\` for those whose creator is gone.`),
  ...periodQueryFields,
});
export type AssignedListQuery = z.infer<typeof assignedListQuerySchema>;

export const projectStatusSchema = z.enum(PROJECT_STATUSES, "There is no such status of projects.");

export const managedListQuerySchema = assignedListQuerySchema.extend({ status: optionalParameter(projectStatusSchema) });
export type ManagedListQuery = z.infer<typeof managedListQuerySchema>;

export const projectSummarySchema = z.object({
  _id: answeredIdSchema,
  name: z.string(),
  safeName: z.string().describe("Last part of the map's address."),
  description: z.string(),
  viewMap: z.string().nullable().describe("Address of the map; null while there is none."),
  path: z.string(),
  mapImage: z.string().nullable().describe("Address of the map's thumbnail; null while there is none."),
  createdBy: referenceSchema.nullable().describe("Null when the account is gone; it shows as Unknown."),
  createdByModel: z.enum(["SuperAdmin", "Admin"]),
  allowsLocation: allowsLocationSchema,
  allowsCamera: allowsCameraSchema,
  isFavourite: z.boolean().describe("Whether who asks has marked it with a star."),
  dateCreated: timeSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** A project for admins. Users must not see how many others can open a map. */
export const managedProjectSchema = projectSummarySchema.extend({
  assignedUserCount: countSchema,
  status: projectStatusSchema,
  mapUrl: z
    .string()
    .nullable()
    .describe("Address of a map that lies elsewhere and is shown in place of the uploaded one; null for the uploaded one."),
});
export type ManagedProject = z.infer<typeof managedProjectSchema>;

export const assignedUserSchema = z.object({
  _id: answeredIdSchema,
  fullName: z.string(),
  name: z.string().describe("The same as `fullName`."),
  email: z.string(),
});
export type AssignedUser = z.infer<typeof assignedUserSchema>;

export const projectDetailsSchema = managedProjectSchema.extend({
  assignedUsers: z.array(assignedUserSchema).describe("By name."),
  fileCount: countSchema.describe("Of the uploaded map; 0 without one."),
  byteCount: countSchema.describe("Of the uploaded map; 0 without one."),
  formerVersionCount: countSchema.describe("Earlier maps that are kept and can be shown again."),
  allowsSharing: allowsSharingSchema,
  allowsRouting: allowsRoutingSchema,
  allowsSharedMemory: allowsSharedMemorySchema,
  startPage: z.string().nullable().describe("Path of the page that the map begins with; null for its index.html."),
  pages: z.array(z.string()).describe("Pages that can be the start page, the likeliest first. Empty with an index.html at the top."),
  isDataMap: z.boolean().describe("Whether the uploaded map has a page and a map.json, which Map settings edit."),
  conversions: z
    .array(
      z.object({
        path: z.string(),
        percent: z.int().describe("0 while it waits."),
        problem: z.string().optional().describe("Why the conversion has ended without a result. It can be started again."),
      }),
    )
    .describe("Data files of the map that are being converted, wait for it, or could not be converted."),
  imageProblem: z.string().nullable().describe("Why the last attempt gave no thumbnail; null without a problem."),
});
export type ProjectDetails = z.infer<typeof projectDetailsSchema>;

export const projectPageSchema = z.object({ projects: z.array(managedProjectSchema), ...pageInfoFields });
export type ProjectPage = z.infer<typeof projectPageSchema>;

export const assignedPageSchema = z.object({
  projects: z.array(projectSummarySchema),
  ...pageInfoFields,
  assignedTotal: countSchema.describe("How many are assigned, whatever is searched for."),
});
export type AssignedPage = z.infer<typeof assignedPageSchema>;

export const projectCreatorSchema = z.object({
  _id: z.string().describe(`Id of an account; \`${UNKNOWN_CREATOR}\` for all whose accounts are gone.`),
  name: z.string(),
});
export type ProjectCreator = z.infer<typeof projectCreatorSchema>;
export const projectCreatorsSchema = z.object({ creators: z.array(projectCreatorSchema) });

export type ProjectName = z.infer<typeof referenceSchema>;
