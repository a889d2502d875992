import type { ProjectSummary } from "@/lib/projects/schema";

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns HTML that shows the map of a share link in a page of another site. @param url of the link */
export function embedCode(
  url: string,
  { name, allowsLocation, allowsCamera }: Pick<ProjectSummary, "name" | "allowsLocation" | "allowsCamera">,
): string {
  // The link redirects to the maps' origin, so the origin of `src` alone is not enough.
  const features = [...(allowsLocation ? ["geolocation *"] : []), ...(allowsCamera ? ["camera *", "microphone *"] : [])];
  const allow = features.length > 0 ? ` allow="${features.join("; ")}"` : "";
  return `<iframe src="${escapeAttribute(url)}" title="${escapeAttribute(name)}" width="100%" height="600" style="border: 0"${allow} allowfullscreen></iframe>`;
}
