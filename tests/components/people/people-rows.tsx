/** The screens of users and admins, their rows, and the answers of their calls. */
import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AdminScreen } from "@/components/people/admins/admin-screen";
import { UserScreen } from "@/components/people/users/user-screen";
import type { AdminSummary } from "@/lib/accounts/admins/schema";
import type { UserSummary } from "@/lib/accounts/users/schema";
import { answer } from "../setup/api";
import { expectCount, expectTexts, textOf, within } from "../setup/elements";
import { answerList } from "../setup/list-answers";

export const PASSWORD = "a long password";

const dayOf = (number: number) => new Date(Date.UTC(2024, 0, number)).toISOString();

export function userRow(number: number, given: Partial<UserSummary> = {}): UserSummary {
  const assignedProjects = given.assignedProjects ?? projectNames(1);
  return {
    _id: `user-${number}`,
    fullName: `User ${number}`,
    email: `user.${number}@harbour.example`,
    assignedProjects,
    assignedProjectCount: assignedProjects.length,
    createdAt: dayOf(number),
    expiresAt: null,
    invitation: null,
    ...given,
  };
}

export function adminRow(number: number, given: Partial<AdminSummary> = {}): AdminSummary {
  return {
    _id: `admin-${number}`,
    name: `Admin ${number}`,
    email: `admin.${number}@harbour.example`,
    createdAt: dayOf(number),
    limit: null,
    invitation: null,
    ...given,
  };
}

export function projectNames(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    _id: `00000000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`,
    name: `Chart ${String(index + 1).padStart(4, "0")}`,
  }));
}

/** Answers the list of users, their details and the names of the projects. The list names three projects of each user. */
export function answerUsers(rows: UserSummary[], projects = projectNames(4)) {
  const answered = answerList({
    path: "/api/user/all",
    name: "users",
    rows,
    searched: ({ fullName, email }) => [fullName, email],
    sorted: {
      name: ({ fullName }) => fullName,
      email: ({ email }) => email,
      date: ({ createdAt }) => createdAt,
      projects: ({ assignedProjectCount }) => assignedProjectCount,
    },
  });
  answer(
    http.get("/api/project/names", () => HttpResponse.json({ projects })),
    http.get("/api/user/details/:id", ({ params }) =>
      HttpResponse.json({ user: answered.list.rows.find(({ _id }) => _id === params["id"]) }),
    ),
  );
  return answered;
}

export function answerAdmins(rows: AdminSummary[]) {
  return answerList({
    path: "/api/admin/all",
    name: "admins",
    rows,
    searched: ({ name, email }) => [name, email],
    sorted: { name: ({ name }) => name, email: ({ email }) => email, date: ({ createdAt }) => createdAt },
  });
}

export const usersOf = (role: "admin" | "superadmin", sendsMail = true) => (
  <UserScreen initial={null} showsPasswords={role === "admin"} sendsMail={sendsMail} />
);
export const admins = <AdminScreen initial={null} sendsMail />;

const dialog = page.getByRole("dialog");
const table = page.getByRole("table");

/** Parts of both screens. */
export const people = {
  search: page.getByRole("main").getByRole("searchbox").first(),
  rows: table.getByRole("row").filter({ has: page.getByRole("cell") }),
  row: (name: string) => page.getByRole("row").filter({ hasText: name }),
  column: (name: string) => page.getByRole("columnheader", { name }),
  dialog,
  /** A field of the open form. The asterisk of a required field is not part of the label. */
  field: (label: string) => dialog.getByLabelText(new RegExp(`^${label.replace(/[()]/g, "\\$&")}( \\*)?$`)),
  wrong: dialog.getByRole("alert"),
  question: page.getByRole("alertdialog"),
  banner: (message: string) =>
    page
      .getByRole("status")
      .or(page.getByRole("alert"))
      .filter({ hasText: message })
      .filter({ has: page.getByRole("button", { name: "Dismiss" }) }),
};

/** Waits until the list shows these names, in this order. */
export async function expectNames(names: readonly string[]): Promise<void> {
  await expect.poll(() => within(table, "tr td:first-child [title]").map(textOf)).toEqual(names);
}

export async function searchFor(text: string, count: number): Promise<void> {
  await people.search.fill(text);
  await expectCount(people.rows, count);
}

/** Clicks a column header twice and expects ascending, then descending order. */
export async function expectSorted(column: string, ascending: readonly string[]): Promise<void> {
  const head = people.column(column);
  await head.getByRole("button").click();
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  await expectNames(ascending);
  await head.getByRole("button").click();
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
  await expectNames([...ascending].reverse());
}

export const discardQuestion = page.getByRole("alertdialog", { name: "Discard changes?" });

export async function discardChanges(): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await discardQuestion.getByRole("button", { name: "Discard" }).click();
  await expect.element(discardQuestion).not.toBeInTheDocument();
}

export const expectWrong = (texts: readonly (string | RegExp)[]) => expectTexts(people.wrong, texts);
