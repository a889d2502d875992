import type { AssignedUser } from "@/lib/projects/schema";

const fold = (text: string) => text.normalize("NFC").toLowerCase();

/** Those whose name or email address contains the search text, in any case. */
export function usersNamed(users: AssignedUser[], search: string): AssignedUser[] {
  const wanted = fold(search.trim());
  return wanted === "" ? users : users.filter(({ fullName, email }) => fold(`${fullName}\n${email}`).includes(wanted));
}
