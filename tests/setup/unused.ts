/** Returns a name that no other run has used. */
export function unused(name: string): string {
  return `${name} ${Date.now().toString(36)}`;
}
