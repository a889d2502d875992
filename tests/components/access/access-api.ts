/** The calls about who may open a project, with the access in memory. */
import { HttpResponse, http } from "msw";
import { type AccessCandidates, type AccessEditInput, accessPath, type ProjectAccess } from "@/lib/projects/access/schema";
import { answer } from "../setup/api";

export const PROJECT_ID = "id-harbour";
export const PATH = accessPath(PROJECT_ID);

export type Person = AccessCandidates["people"][number];

export function person(name: string, given: Partial<Person> = {}): Person {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@harbour.example`;
  return { _id: `id-${name.toLowerCase().replaceAll(" ", "-")}`, name, email, isInvited: false, isAdmin: false, ...given };
}

export const group = (name: string, memberCount: number) => ({ _id: `id-${name.toLowerCase()}`, name, memberCount });

export const access = (given: Partial<ProjectAccess> = {}): ProjectAccess => ({
  ...{ people: [], groups: [], guests: [], isOpenToAllUsers: false, linkCount: 0, sendsMail: true, canAdmitGuests: true },
  ...given,
});

export class AccessApi {
  edits: AccessEditInput[] = [];

  constructor(
    public shown: ProjectAccess,
    public known: AccessCandidates = { people: [], groups: [] },
  ) {
    answer(
      http.get(PATH, () => HttpResponse.json(this.shown)),
      http.get(`${PATH}/candidates`, ({ request }) => {
        const search = new URL(request.url).searchParams.get("search")?.toLowerCase() ?? "";
        const people = this.known.people.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(search));
        return HttpResponse.json({ people, groups: this.known.groups.filter(({ name }) => name.toLowerCase().includes(search)) });
      }),
      http.patch<never, AccessEditInput>(PATH, async ({ request }) => {
        const edit = await request.json();
        this.edits.push(edit);
        this.shown = this.changed(edit);
        return HttpResponse.json({ message: "Access saved", access: this.shown });
      }),
    );
  }

  private changed({
    people = [],
    groups = [],
    withdrawPeople = [],
    withdrawGroups = [],
    guests = [],
    withdrawGuests = [],
    isOpenToAllUsers,
  }: AccessEditInput): ProjectAccess {
    type Ending = { _id: string; expiresAt: string | null };
    const given = <Row extends Ending>(now: Row[], known: Omit<Row, "expiresAt">[], edits: Ending[]): Row[] => [
      ...now.filter(({ _id }) => !edits.some((edit) => edit._id === _id)),
      ...edits.flatMap(({ _id, expiresAt }) => {
        const row = [...now, ...known].find((one) => one._id === _id);
        return row ? [{ ...row, expiresAt } as Row] : [];
      }),
    ];
    return {
      ...this.shown,
      people: given(this.shown.people, this.known.people, people).filter(({ _id }) => !withdrawPeople.includes(_id)),
      groups: given(this.shown.groups, this.known.groups, groups).filter(({ _id }) => !withdrawGroups.includes(_id)),
      guests: [
        ...this.shown.guests.filter(({ address }) => !guests.some((one) => one.address === address) && !withdrawGuests.includes(address)),
        ...guests.map((guest) => ({ _id: `id-${guest.address}`, ...guest })),
      ],
      isOpenToAllUsers: isOpenToAllUsers ?? this.shown.isOpenToAllUsers,
    };
  }
}
