import type { PeopleTexts } from "@/components/people/people-kind";

/** Spec 000 §2 and §8. */
export const adminTexts: PeopleTexts = {
  title: "Admin Management",
  add: "Add Admin",
  search: "Search admins...",
  loading: "Loading admins...",
  nobody: "No admins found",
  addFirst: "Get started by adding your first admin",
  noun: ["admin", "admins"],
  newTitle: "Add New Admin",
  editTitle: "Edit Admin",
  deleteTitle: "Delete Admin",
  save: "Save Admin",
  failedToLoad: "Failed to load admins",
  failedToSave: "Failed to save admin",
  failedToDelete: "Failed to delete admin",
  created: "Admin created successfully",
  updated: "Admin updated successfully",
  deleted: "Admin deleted successfully",
};
