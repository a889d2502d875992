/** What there is to know of all calls alike. @param mapsOrigin address of the maps */
export function introduction(mapsOrigin: string): string {
  return `Everything that the screens do, for programs.

**Signing in.** \`POST /api/auth/login\` answers a \`token\`: send it as \`Authorization: Bearer\`. Browsers have a cookie instead; what writes by the cookie must come from a page of this origin (\`Sec-Fetch-Site: same-origin\`, or \`Origin\`).

**Errors** are JSON with a \`message\` for people, also as \`error\`, and \`success: false\`; what is wrong with the fields of a request stands in \`fields\`. A thing of somebody else's answers 404, as a missing one does. A method that an address does not have answers 405 with \`Allow\`.

**Lists** answer whole, and in pages when \`limit\` or \`cursor\` is given: \`nextCursor\` asks for the next page, and null is the end.

**Publishing a map.** Upload a ZIP over tus to \`/files\` and post its id to \`/extract-tus-zip\`; or send it at once to \`/upload-zip-direct\`; or upload the files of a folder over tus and post their list to \`/process-tus-upload\`. Then ask \`/extraction-progress/{safeName}\`. A call that may have to be repeated carries an \`Idempotency-Key\`.

**Maps** are somebody's scripts, so they are served from an origin of their own, ${mapsOrigin}, which this document does not describe: it has no calls. \`GET /projects/maps/{safeName}/\` here checks who asks and sends the browser there with a ticket that is good for one minute. The maps' origin swaps it for a cookie that is limited to this one map, says nothing of the session, and ends with it: who loses a project loses its tiles within 30 seconds.`;
}

/** Groups of calls, in the order that they are shown in. */
export const tags = [
  { name: "Sign-in", description: "Sessions, and passwords that were forgotten." },
  { name: "Own account", description: "Name and password of who is signed in." },
  { name: "Projects", description: "Projects and who may open them." },
  { name: "Publishing", description: "What makes maps of files." },
  { name: "Resumable uploads", description: "tus 1.0: https://tus.io." },
  { name: "Versions of maps", description: "The map that a project shows, and those before it." },
  { name: "Pictures of maps", description: "Small pictures, for lists." },
  { name: "Files of a map", description: "The file manager of a project, and of the shared assets." },
  { name: "Users", description: "People whom projects are assigned to." },
  { name: "Admins", description: "People who manage projects and users." },
  { name: "Dashboards", description: "Figures." },
  { name: "All files", description: "Every file of every project." },
  { name: "Audit trail", description: "Who did what." },
  { name: "Maps", description: "The way to the maps." },
  { name: "Product", description: "The product itself." },
];
