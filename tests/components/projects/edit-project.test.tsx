import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { noteBanners } from "../setup/messages";
import { chooseAction, openProjects, rowOf } from "./list-screen";
import { ProjectApi } from "./project-api";
import { projectDetails } from "./project-rows";

const DETAILS = "/api/project/details/:id";
const EDIT = "/api/project/edit/:id";
const DELETE = "/api/project/delete/:id";

const assignedUsers = Array.from({ length: 500 }, (_, index) => {
  const fullName = `Person ${String(index).padStart(3, "0")}`;
  return { _id: `person-${index}`, fullName, name: fullName, email: `${index}@harbour.example` };
});
const dialog = page.getByRole("dialog", { name: "Shared" });
const question = page.getByRole("alertdialog", { name: "Delete Project" });
const discard = page.getByRole("alertdialog", { name: "Discard changes?" });
const button = (name: string) => dialog.getByRole("button", { name });
const definition = (text: RegExp) => dialog.getByRole("definition").filter({ hasText: text });
const failed = () => HttpResponse.json({}, { status: 500 });
const said = (text: string) => expect.stringContaining(text);

let api: ProjectApi;

beforeEach(() => {
  api = new ProjectApi([projectDetails("Shared", { description: "As it was", assignedUsers, assignedUserCount: 500 })]);
});

async function openDetails(): Promise<void> {
  await openProjects();
  await rowOf("Shared").getByRole("button", { name: "View Project" }).click();
}

async function edit(): Promise<void> {
  await openDetails();
  await button("Edit Project").click();
  await expect.element(dialog.getByLabelText("Description")).toHaveFocus();
}

/** Answers a call once, then as before. */
function answerOnce(method: "put" | "delete", path: string, respond: () => Response): void {
  answer(http[method](path, respond, { once: true }));
}

describe("the dialog of a project", () => {
  it("shows the start page of a map without an index.html, and lets an admin choose another page", async () => {
    const pages = ["leaflet.html", "openlayers.html"];
    api = new ProjectApi([projectDetails("Shared", { startPage: "leaflet.html", pages, fileCount: 2 })]);
    await edit();
    await button("Cancel Edit").click();
    await dialog.getByRole("tab", { name: "Files" }).click();
    await expect.element(definition(/^leaflet\.html$/)).toBeVisible();
    await dialog.getByRole("tab", { name: "Settings" }).click();
    const startPage = dialog.getByRole("combobox", { name: "Start Page" });
    await startPage.click();
    await page.getByRole("option", { name: "openlayers.html" }).click();
    await expectAccessible("the form of a project with a start page");
    let sent: unknown;
    answer(
      http.put(EDIT, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(
          { message: "The map has no such page.", fields: { startPage: "The map has no such page." } },
          { status: 400 },
        );
      }),
    );
    await button("Save Changes").click();
    await expect.element(dialog.getByText("The map has no such page.").first()).toBeVisible();
    expect(sent).toMatchObject({ startPage: "openlayers.html" });
  });

  it("reports details that fail to load, and Retry loads them", async () => {
    answer(http.get(DETAILS, failed, { once: true }));
    await openDetails();
    const alert = dialog.getByRole("alert").filter({ hasText: "Failed to load project details" });
    await expect.element(alert).toBeVisible();
    await button("Edit Project").click();
    await expect.element(alert).toBeVisible();
    await expect.element(dialog.getByLabelText("Description")).not.toBeInTheDocument();
    await dialog.getByRole("alert").getByRole("button", { name: "Retry" }).click();
    await button("Cancel Edit").click();
    await expect.element(dialog.getByText("Person 004")).toBeVisible();
    await expect.element(dialog.getByText("Person 005")).not.toBeInTheDocument();
    await expect.element(definition(/^500/)).toBeVisible();
    await button("Show 100 more of 500").click();
    await expect.element(dialog.getByText("Person 104")).toBeVisible();
  });

  it("checks the fields, and asks before it discards changes", async () => {
    await edit();
    await expect.element(dialog.getByText("9/200")).toBeVisible();
    await dialog.getByLabelText("Description").fill("x".repeat(201));
    await expect.element(dialog.getByText("201/200")).toBeVisible();
    await dialog.getByLabelText("Map URL").fill("javascript:alert(1)");
    await button("Save Changes").click();
    const alerts = () =>
      dialog
        .getByRole("alert")
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(alerts)
      .toEqual(["Description can have at most 200 characters.", "Map URL must be a web address that begins with http:// or https://."]);
    for (const leave of [() => userEvent.keyboard("{Escape}"), () => button("Close").click()]) {
      await leave();
      await discard.getByRole("button", { name: "Keep Editing" }).click();
      await expect.element(discard).not.toBeInTheDocument();
      await expect.element(dialog.getByLabelText("Map URL")).toHaveValue("javascript:alert(1)");
    }
    await button("Cancel Edit").click();
    await discard.getByRole("button", { name: "Discard" }).click();
    await expect.element(dialog.getByRole("heading", { name: "Shared" })).toHaveFocus();
    await expect.element(dialog.getByText("As it was")).toBeVisible();
  });

  it("marks users for removal and undoes a mark", async () => {
    await edit();
    const marked = dialog.getByText(/marked for removal$/);
    await button("Remove Person 000").click();
    await button("Remove Person 001").click();
    await expect.element(marked).toHaveTextContent("2 of 500 marked for removal");
    await button("Undo removal of Person 000").click();
    await dialog.getByPlaceholder("Search users...").fill("person 49");
    await button("Mark all found").click();
    await expect.element(marked).toHaveTextContent("11 of 500 marked for removal");
    await expect.element(dialog.getByText("11 people lose access to the map when you save the changes.")).toBeVisible();
    await expectAccessible("a project that is being changed");
  });

  it("lets an admin allow the map to use the camera and the microphone", async () => {
    await edit();
    const setting = dialog.getByRole("checkbox", { name: "Allow this map to use the camera and the microphone" });
    await expect.element(setting).not.toBeChecked();
    await setting.click();
    await expectAccessible("the settings of a project");
    await button("Save Changes").click();
    await expect.element(dialog.getByText("The map may use them")).toBeVisible();
  });

  it("keeps the changes and shows the reason when saving fails", async () => {
    await edit();
    await dialog.getByLabelText("Description").fill("As it is now");
    await dialog.getByLabelText("Map URL").fill("https://maps.example/chart");
    for (const [respond, message] of [
      [failed, "Failed to update project"],
      [() => HttpResponse.json({ message: "Not now." }, { status: 409 }), "Not now."],
      [() => HttpResponse.error(), "Error connecting to server"],
    ] as const) {
      answerOnce("put", EDIT, respond);
      await button("Save Changes").click();
      await expect.element(dialog.getByRole("alert")).toHaveTextContent(message);
    }
    await button("Save Changes").click();
    await expect.element(dialog.getByText("As it is now")).toBeVisible();
    await expect.element(dialog.getByRole("link", { name: "https://maps.example/chart" })).toBeVisible();
    await expect.element(definition(/^500/)).toBeVisible();
  });
});

describe("an edit of a project that someone else changed meanwhile", () => {
  const change = { description: "By Ada", allowsCamera: true };
  const notice = dialog.getByRole("status").filter({ hasText: "This project was changed meanwhile. Nothing was saved." });
  const description = dialog.getByLabelText("Description");

  async function overtake(): Promise<void> {
    await edit();
    await description.fill("By me");
    api.projects = api.projects.map((project) => ({ ...project, ...change }));
    const fields = { description: "ada@harbour.example changed this on Nov 27, 2026, 14:32 UTC to “By Ada”." };
    answerOnce("put", EDIT, () => HttpResponse.json({ message: "Changed.", fields }, { status: 409 }));
    await button("Save Changes").click();
    await expect.element(notice).toHaveTextContent(`Description: ${fields.description}`);
  }

  it("is saved over the newer values by a second Save Changes, and keeps the other newer values", async () => {
    await overtake();
    await expectAccessible("a project that was changed meanwhile");
    await expect.element(description).toHaveValue("By me");
    const sent: unknown[] = [];
    answer(
      http.put(EDIT, async ({ request }) => {
        sent.push(await request.clone().json());
      }),
    );
    await button("Save Changes").click();
    await expect.poll(() => sent).toMatchObject([{ description: "By me", before: change }]);
    expect(sent[0]).not.toHaveProperty("allowsCamera");
    await expect.element(dialog.getByText("By me")).toBeVisible();
  });

  it("takes the newer values with Use Newer Values", async () => {
    await overtake();
    await button("Use Newer Values").click();
    await expect.element(description).toHaveValue("By Ada");
    await expect.element(notice).not.toBeInTheDocument();
  });
});

describe("the question before a project is deleted", () => {
  it("lists what the deletion removes, and reports a failure", async () => {
    await openProjects("?search=shared");
    await chooseAction("Shared", "Delete Project");
    await expect
      .element(question)
      .toHaveTextContent("Are you sure you want to delete Shared? It can be restored from the trash for 30 days.");
    await expect.element(question).toHaveTextContent("No files move to the trash.");
    await expect.element(question).toHaveTextContent("500 people lose access: Person 000, Person 001, Person 002 and 497 others");
    await expectAccessible("the question before a project is deleted");
    await question.getByRole("button", { name: "497 others" }).click();
    await question.getByPlaceholder("Search users...").fill("person 488");
    await expect.element(question.getByText("488@harbour.example")).toBeVisible();
    const remove = question.getByRole("button", { name: "Delete Project" });
    answerOnce("delete", DELETE, failed);
    await remove.click();
    await expect.element(question.getByRole("alert")).toHaveTextContent("Failed to delete project");
    await remove.click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByText("No projects match your search.")).toBeVisible();
  });
});

describe("the project list", () => {
  it("drops a project that another admin has deleted meanwhile", async () => {
    api.projects = [projectDetails("Gone first"), projectDetails("Gone second")];
    const banners = noteBanners();
    await openProjects();
    await chooseAction("Gone first", "Delete Project");
    await expect.element(question.getByText("No user loses access: none are assigned.")).toBeVisible();
    api.projects = api.projects.slice(1);
    await question.getByRole("button", { name: "Delete Project" }).click();
    await expect.poll(() => banners).toContainEqual(said("This project no longer exists."));
    await expect.element(rowOf("Gone first")).not.toBeInTheDocument();
    api.projects = [];
    await rowOf("Gone second").getByRole("button", { name: "View Project" }).click();
    await expect.element(page.getByRole("dialog").getByRole("alert").first()).toHaveTextContent("This project no longer exists.");
    await userEvent.keyboard("{Escape}");
    await expect.element(rowOf("Gone second")).not.toBeInTheDocument();
  });

  it("has no View Map button for a project without a map", async () => {
    api.projects = [projectDetails("Mapless"), projectDetails("Mapped", { viewMap: "https://maps.example/x" })];
    await openProjects();
    await expect.element(rowOf("Mapped").getByRole("button", { name: "View Map" })).toBeVisible();
    await expect.element(rowOf("Mapless").getByRole("button", { name: "View Project" })).toBeVisible();
    await expect.element(rowOf("Mapless").getByRole("button", { name: "View Map" })).not.toBeInTheDocument();
  });
});
