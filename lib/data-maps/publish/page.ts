import { escapeHtml } from "../../http/escape-html";

const VIEWER = /<script type="module" src="\/viewer\/[0-9a-f]{64}\/viewer\.js">/;

/** Returns the page of a data map. It loads a release of the viewer, which reads map.json. */
export function renderPage({ title, viewer }: { title: string; viewer: string }): string {
  return `<!doctype html>
<html lang="en" data-state="loading">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="/viewer/${viewer}/viewer.css">
    <script type="module" src="/viewer/${viewer}/viewer.js"></script>
  </head>
  <body></body>
</html>
`;
}

/** Returns true for a page that {@link renderPage} has made, also when it was edited since. */
export function isViewerPage(html: string): boolean {
  return VIEWER.test(html);
}
