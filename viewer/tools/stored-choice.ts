const nameOf = (choice: string) => `sea-vision.map.${choice}`;

/** Returns what the visitor has chosen before, or null. Frames may have no storage. */
export function readChoice(choice: string): string | null {
  try {
    return localStorage.getItem(nameOf(choice));
  } catch {
    return null;
  }
}

export function storeChoice(choice: string, value: string): void {
  try {
    localStorage.setItem(nameOf(choice), value);
  } catch {
    // The choice counts until the page is left.
  }
}
