import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { changeFavourite } from "@/lib/projects/favourites/mutations";

function favouriteRoute(isFavourite: boolean) {
  return route(async (request: Request, { params }: RouteContext<"/api/project/favourite/[id]">) => {
    const viewer = await requireViewer(request);
    await changeFavourite(viewer, (await params).id, isFavourite);
    return json({ isFavourite });
  });
}

export const PUT = favouriteRoute(true);
export const DELETE = favouriteRoute(false);
