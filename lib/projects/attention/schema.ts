interface MapItem {
  _id: string;
  name: string;
  safeName: string;
}

/** What admins should do something about. Each list has its first rows, the most urgent first. */
export interface Attention {
  /** Maps that users requested access to, and still can't open. */
  requests: (MapItem & { person: string; email: string; requestedAt: string })[];
  /** Share links that expire soon. */
  links: (MapItem & { label: string; expiresAt: string })[];
}
