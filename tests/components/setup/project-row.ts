import type { ProjectDetails } from "@/lib/projects/schema";

const DAY = 86_400_000;

/** Returns a time as the API sends it. @param days from now */
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** A project as the API sends it, with a map on this site. */
export function projectRow(given: Partial<ProjectDetails> = {}): ProjectDetails {
  return {
    _id: crypto.randomUUID(),
    name: "Harbour",
    safeName: "harbour",
    description: "",
    viewMap: "/projects/maps/harbour/",
    path: "/projects/maps/harbour/",
    mapImage: null,
    createdBy: { _id: crypto.randomUUID(), name: "Grace Hopper" },
    createdByModel: "Admin",
    allowsLocation: false,
    allowsCamera: false,
    isFavourite: false,
    dateCreated: inDays(-1),
    createdAt: inDays(-1),
    updatedAt: inDays(-1),
    assignedUserCount: 0,
    status: "online",
    mapUrl: null,
    assignedUsers: [],
    fileCount: 0,
    byteCount: 0,
    formerVersionCount: 0,
    allowsSharing: true,
    allowsRouting: false,
    allowsSharedMemory: false,
    startPage: null,
    pages: [],
    isDataMap: false,
    conversions: [],
    imageProblem: null,
    ...given,
  };
}
