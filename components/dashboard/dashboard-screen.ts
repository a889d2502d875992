import type { LinkedMap } from "@/components/map-viewer/map-viewer";

/** What the screen of every role is given. */
export interface DashboardScreenProps {
  /** Of who looks at it. */
  name: string;
  /** The map that the page's address names. */
  linked: LinkedMap | null;
  mapsOrigin: string;
}
