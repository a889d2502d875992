import type { ProjectSummary } from "@/lib/projects/schema";

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns HTML that shows the map of a share link in a page of another site. @param url of the link */
export function embedCode(url: string, { name, allowsLocation }: Pick<ProjectSummary, "name" | "allowsLocation">): string {
  // The link redirects to the maps' origin, so the origin of `src` alone is not enough.
  const allow = allowsLocation ? ' allow="geolocation *"' : "";
  return `<iframe src="${escapeAttribute(url)}" title="${escapeAttribute(name)}" width="100%" height="600" style="border: 0"${allow} allowfullscreen></iframe>`;
}
