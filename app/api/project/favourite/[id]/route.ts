import { changeFavourite } from "@/lib/projects/mutations";
import { viewerCall } from "../../../call";

export const PUT = viewerCall({}, ({ viewer, id }) => changeFavourite(viewer, id, true));
export const DELETE = viewerCall({}, ({ viewer, id }) => changeFavourite(viewer, id, false));
