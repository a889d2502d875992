export type PeopleTexts = ReturnType<typeof peopleTexts>;

/** Returns the texts of an account screen. Both kinds use the same wording. */
function peopleTexts(name: "Admin" | "User") {
  const one = name.toLowerCase();
  return {
    title: `${name} Management`,
    add: `Add ${name}`,
    search: `Search ${one}s...`,
    loading: `Loading ${one}s...`,
    notFound: `No ${one}s found`,
    addFirst: `Get started by adding your first ${one}`,
    noun: [one, `${one}s`] as const,
    newTitle: `Add New ${name}`,
    editTitle: `Edit ${name}`,
    deleteTitle: `Delete ${name}`,
    save: `Save ${name}`,
    failedToLoad: `Failed to load ${one}s`,
    failedToSave: `Failed to save ${one}`,
    failedToDelete: `Failed to delete ${one}`,
    created: `${name} created successfully`,
    invited: `${name} invited successfully`,
    updated: `${name} updated successfully`,
    deleted: `${name} deleted successfully`,
  };
}

/** Returns the label of the button that creates or changes an account. */
export function saveLabelOf({ save }: PeopleTexts, isInvited: boolean | undefined, sendsMail: boolean): string {
  if (!isInvited) return save;
  return sendsMail ? "Send Invitation" : "Create Invitation";
}

export const adminTexts = peopleTexts("Admin");
export const userTexts = peopleTexts("User");

export const ASSIGNED_SHOWN = 3;

/** Parameters of the URL that filter users; null for none. */
export const NO_USER_FILTERS = { status: null, group: null, project: null };

/** Reads the filters of the list of users from the query of the URL. The API validates them. */
export function readUserFilters(get: (name: string) => string | null | undefined): Partial<Record<keyof typeof NO_USER_FILTERS, string>> {
  return Object.fromEntries(Object.keys(NO_USER_FILTERS).flatMap((name) => (get(name) ? [[name, get(name)]] : [])));
}

/** Parameter of the URL that opens the form of a new account. */
export const ADD_PARAMETER = "add";
