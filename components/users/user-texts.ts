import type { PeopleTexts } from "@/components/people/people-kind";

/** Spec 000 §2 and §8. */
export const userTexts: PeopleTexts = {
  title: "User Management",
  add: "Add User",
  search: "Search users...",
  loading: "Loading users...",
  nobody: "No users found",
  addFirst: "Get started by adding your first user",
  noun: ["user", "users"],
  newTitle: "Add New User",
  editTitle: "Edit User",
  deleteTitle: "Delete User",
  save: "Save User",
  failedToLoad: "Failed to load users",
  failedToSave: "Failed to save user",
  failedToDelete: "Failed to delete user",
  created: "User created successfully",
  updated: "User updated successfully",
  deleted: "User deleted successfully",
};
