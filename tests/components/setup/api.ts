/** The API that component tests answer themselves. A call without an answer fails the test. */
import { BatchInterceptor, type HttpRequestEventMap } from "@mswjs/interceptors";
import { FetchInterceptor } from "@mswjs/interceptors/fetch";
import { XMLHttpRequestInterceptor } from "@mswjs/interceptors/XMLHttpRequest";
import { getResponse, HttpResponse, http, type RequestHandler } from "msw";

const noViews = { views: 0, people: 0, mapViews: [], historyDays: 90, history: [], total: 0, nextCursor: null };

/** Calls that screens make in the background. */
const background = [
  http.get("/api/project/imports", () => HttpResponse.json({ imports: [] })),
  http.get("/api/project/conversions", () => HttpResponse.json({ conversions: [] })),
  http.get("/api/project/views/:id", () => HttpResponse.json(noViews)),
];

let handlers: RequestHandler[] = background;

/** Calls of the API without an answer. The test fails when there are any at its end. */
export const unanswered: string[] = [];

/** Adds answers. The newest one for a call counts. */
export function answer(...added: RequestHandler[]): void {
  handlers = [...added, ...handlers];
}

export function forgetAnswers(): void {
  handlers = background;
  unanswered.length = 0;
}

const isOfProduct = ({ pathname }: URL) =>
  /^\/(api|files|extract-tus-zip|extraction-progress|upload-zip-direct|projects\/(external-)?maps)\b/.test(pathname);

/** The interceptor awaits what this returns, although its types say that there is nothing to await. */
const respond: (event: HttpRequestEventMap["request"][0]) => unknown = async ({ request, controller }) => {
  const url = new URL(request.url);
  if (!isOfProduct(url)) return;
  const response = await getResponse(handlers, request);
  if (!response) unanswered.push(`${request.method} ${url.pathname}${url.search}`);
  controller.respondWith(response ?? HttpResponse.json({ message: "The test has no answer for this call." }, { status: 501 }));
};

/** Intercepts in the page. A service worker would pass every module of the test through itself as well. */
export function interceptCalls(): void {
  const interceptor = new BatchInterceptor({
    name: "component-tests",
    interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
  });
  interceptor.on("request", respond);
  interceptor.apply();
}
