import { z } from "zod";
import { changeFavourite } from "@/lib/projects/mutations";
import { viewerCall } from "../../../call";

const answer = z.object({ isFavourite: z.boolean() });

export const PUT = viewerCall("write", {
  summary: "Mark a project as a favourite",
  description: "Users can mark assigned projects only. Other users do not see the mark.",
  answer,
})(({ viewer, id }) => changeFavourite(viewer, id, true));

export const DELETE = viewerCall("write", { summary: "Remove a project from my favourites", answer })(({ viewer, id }) =>
  changeFavourite(viewer, id, false),
);
