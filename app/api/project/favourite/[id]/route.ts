import { changeFavourite } from "@/lib/projects/mutations";
import { viewerCall } from "../../../call";

export const PUT = viewerCall("write")({}, ({ viewer, id }) => changeFavourite(viewer, id, true));
export const DELETE = viewerCall("write")({}, ({ viewer, id }) => changeFavourite(viewer, id, false));
