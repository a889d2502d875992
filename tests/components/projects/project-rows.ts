import type { ManagedProject, ProjectDetails, ProjectSummary } from "@/lib/projects/schema";

const CREATED = "2026-11-20T10:00:00.000Z";

export function projectSummary(name: string, given: Partial<ProjectSummary> = {}): ProjectSummary {
  const safeName = name.toLowerCase().replaceAll(" ", "-");
  return {
    _id: `id-${safeName}`,
    name,
    safeName,
    description: "",
    viewMap: null,
    path: `/projects/maps/${safeName}`,
    mapImage: null,
    createdBy: { _id: "id-ann", name: "Ann Archer" },
    createdByModel: "Admin",
    allowsLocation: false,
    allowsCamera: false,
    isFavourite: false,
    dateCreated: CREATED,
    createdAt: CREATED,
    updatedAt: CREATED,
    ...given,
  };
}

export function managedProject(name: string, given: Partial<ManagedProject> = {}): ManagedProject {
  return { ...projectSummary(name, given), assignedUserCount: 0, status: "none", mapUrl: null, ...given };
}

export function projectDetails(name: string, given: Partial<ProjectDetails> = {}): ProjectDetails {
  return {
    ...managedProject(name, given),
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
