import path from "node:path";

/** How a Chromium is started here: which, and the programs by which it gets another user and no network. */
export interface Installation {
  chromium: string;
  /** util-linux' setpriv; null when nobody's rights need to be given up. */
  setpriv: string | null;
  /** util-linux' unshare; null where there is none. */
  unshare: string | null;
}

/** The user that owns nothing, by the number that it has on every Linux. */
export const NOBODY = 65_534;

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The program that Playwright starts in place of Chromium: it becomes Chromium, with the rights, the rank, the folder and, where
 * the system allows it, the network that we want: one of its own, with nothing in it. Chromium's sandbox takes the network from
 * processes that run pages, but neither from the browser's own nor from those for graphics and for network.
 */
export function launcher({ chromium, setpriv, unshare }: Installation, folder: string): string {
  const drop = setpriv ? `${quote(setpriv)} --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all ` : "";
  // Without root it takes a user namespace, in which everybody stays who they are.
  const apart = unshare && `${quote(unshare)} --net${setpriv ? "" : " --map-current-user"}`;
  return `#!/bin/sh
echo $$ > ${quote(path.join(folder, "pid"))}
set -- ${drop}${quote(chromium)} "$@" ${quote(`--user-data-dir=${path.join(folder, "profile")}`)}
${apart ? `if ${apart} true 2>/dev/null; then set -- ${apart} "$@"; fi` : ""}
exec nice -n 5 "$@"
`;
}
