import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { Mount } from "../../server/http/handler";
import { MAPS_ROUTES } from "../../server/maps/address";
import { mounts } from "../../server/web/mounts";

/** A route with its methods. */
export interface Route {
  route: string;
  methods: readonly string[];
  /** Which server: the application by default. */
  on?: "maps";
  /** What answers: a route handler or page of Next, or a plain Node handler. */
  by: "handler" | "page" | "node";
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** File names in app/ that make a route. Other names that Next knows have no place in the table yet. */
const ADDRESSES = /^(route|page|not-found|robots|sitemap|manifest|icon|apple-icon|opengraph-image|twitter-image)\.[a-z]+$/;

/** `export { a as b }`. @throws Error for `export *`, whose names are unknown */
function namesOfList(statement: ts.ExportDeclaration): string[] {
  if (statement.isTypeOnly) return [];
  if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) throw new Error("A route has an export without a name.");
  return statement.exportClause.elements.map(({ name }) => name.text);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) return namesOfList(statement);
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations.map(({ name }) => name.getText()) : [];
}

/** Returns the HTTP methods that a module exports. @throws Error for an export with unknown names */
export function exportedMethods(source: string): string[] {
  const { statements } = ts.createSourceFile("route.ts", source, ts.ScriptTarget.Latest, true);
  return statements
    .flatMap(namesOf)
    .filter((name) => METHODS.has(name))
    .sort();
}

/** Returns the address of a folder. Groups in parentheses are not part of it. */
function addressOf(folder: string): string {
  const parts = folder.split(path.sep).filter((part) => part && !/^\(.*\)$/.test(part));
  return `/${parts.join("/")}`;
}

function routeOf(root: string, file: string): Route {
  const route = addressOf(path.relative(root, path.dirname(file)));
  const name = path.basename(file).split(".")[0];
  if (name === "page") return { route, methods: ["GET"], by: "page" };
  if (name === "not-found") return { route: "*", methods: ["GET"], by: "page" };
  if (name === "route") return { route, methods: exportedMethods(readFileSync(file, "utf8")), by: "handler" };
  throw new Error(`${file} is a route that the authorization table does not know.`);
}

/** Returns the offered methods by route. */
export function routesOf({ path: at, methods = [], routes = { [at]: methods } }: Mount): NonNullable<Mount["routes"]> {
  return routes;
}

/** Returns every route of the product: those of app/ by folders and exports, and those of the plain Node handlers. */
export function discoverRoutes(root: string): Route[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && ADDRESSES.test(entry.name));
  const plain = (routes: Readonly<Record<string, readonly string[]>>, on?: "maps") =>
    Object.entries(routes).map(([route, methods]): Route => ({ route, methods, on, by: "node" }));
  return [
    ...files.map((entry) => routeOf(root, path.join(entry.parentPath, entry.name))),
    ...mounts.flatMap((mount) => plain(routesOf(mount))),
    ...plain(MAPS_ROUTES, "maps"),
  ];
}
