import { expect, it } from "vitest";
import { webRoutes } from "./web-routes";

const find = webRoutes(
  ["/files", "/api/files/[project]/files", "/upload-zip-direct"],
  ["/", "/users", "/api/health", "/api/user/edit/[id]", "/api/auth/[...nextauth]", "/api/[[...unknown]]"],
);

it.each([
  ["/files/0123456789abcdef", "PATCH", "/files", "upload"],
  ["/files/0123456789abcdef", "HEAD", "/files", "call"],
  ["/api/files/harbour/files", "POST", "/api/files/[project]/files", "upload"],
  ["/", "GET", "/", "call"],
  ["/api/health", "GET", "/api/health", "quiet"],
  ["/api/user/edit/17", "PUT", "/api/user/edit/[id]", "call"],
  ["/api/auth/callback/credentials", "POST", "/api/auth/[...nextauth]", "call"],
  ["/api/whatever/there/is/not", "GET", "/api/[[...unknown]]", "call"],
  ["/_next/static/chunks/4711.js", "GET", "(static file)", "quiet"],
  ["/sea-vision.svg", "GET", "(static file)", "quiet"],
  ["/wp-admin/setup.php", "GET", "(unknown)", "call"],
])("webRoutes finds for %s by %s: %s, %s", (path, method, pattern, kind) => {
  expect(find(path, method)).toEqual({ pattern, kind });
});
