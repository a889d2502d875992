import type { AddressKind } from "@/lib/accounts/groups/schema";

export const ADD_FIRST = "Give projects to many users at once: create a group, choose its projects, and add members.";

/** Parameter of the URL that shows one group. */
export const GROUP_PARAMETER = "group";

/** What the preview says of an address, in its order. */
export const addressKinds: Readonly<Record<AddressKind, { label: string; tone: "accent" | "neutral" | "warning" | "danger" }>> = {
  known: { label: "Known", tone: "accent" },
  new: { label: "New", tone: "warning" },
  member: { label: "Already a member", tone: "neutral" },
  admin: { label: "Admin", tone: "neutral" },
  duplicate: { label: "Duplicate", tone: "neutral" },
  invalid: { label: "Invalid", tone: "danger" },
};
