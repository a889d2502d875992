import { readFile } from "node:fs/promises";
import path from "node:path";

/** What tells a map's files from those of other maps. */
export interface Secret {
  text: string;
  /** Red, green, blue and opacity, as a canvas returns them. */
  pixel: `${number},${number},${number},255`;
}

/** Where the hostile map looks for the other map. */
export interface Targets {
  /** Addresses of the map, with the slash at their end. */
  addresses: readonly string[];
  /** The map's path, which the hostile map tries on its own origin. */
  path: string;
}

const attacks = path.join(import.meta.dirname, "attacks.mjs");

/** Would answer every later request of the pages in its scope. */
const WORKER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => event.respondWith(new Response("captured")));
`;

/** A page that keeps its secret wherever a page can keep something, also in a frame of another site. */
const pageOf = ({ text }: Secret, more = "") => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Map</title>
<p>${text}</p>
<script>
localStorage.setItem("secret", "${text}");
sessionStorage.setItem("secret", "${text}");
document.cookie = "secret=${text}; path=/; secure; samesite=none; partitioned";
indexedDB.open("${text}");
caches.open("${text}");
</script>${more}</html>`;

/** Files of a map whose secret can be read in many ways. */
export function mapFiles(secret: Secret): Record<string, string> {
  const [red, green, blue] = secret.pixel.split(",");
  return {
    "index.html": pageOf(secret),
    "secret.txt": secret.text,
    "secret.js": `window.stolen = "${secret.text}";`,
    "secret.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="rgb(${red},${green},${blue})"/></svg>`,
  };
}

/** Files of a map that attacks itself, as the proof that its attacks work, and then the other map. */
export async function hostileFiles(secret: Secret, targets: Targets): Promise<Record<string, string>> {
  const controls = '<button type="button" disabled>Attack</button><output></output><script type="module" src="attacks.mjs"></script>';
  return {
    ...mapFiles(secret),
    "index.html": pageOf(secret, controls),
    "attacks.mjs": await readFile(attacks, "utf8"),
    "targets.json": JSON.stringify(targets),
    "worker.js": WORKER,
  };
}
