import { page } from "vitest/browser";
import { ProjectScreen } from "@/components/projects/project-screen";
import { renderScreen } from "../setup/render";

export const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });

/** Renders the projects of an admin as a list. */
export function openProjects(query = "", mapsOrigin = "http://maps.localhost:3001") {
  const screen = (
    <ProjectScreen
      initial={null}
      linked={null}
      linkedProject={null}
      linkedFiles={null}
      mapsOrigin={mapsOrigin}
      layout="list"
      account={{ id: "id-ann", email: "ann@harbour.example" }}
    />
  );
  return renderScreen(screen, `/projects${query}`);
}

/** Chooses an action from the menu of a project. @param name part of the project's name */
export async function chooseAction(name: string, action: "View Project" | "Delete Project"): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
