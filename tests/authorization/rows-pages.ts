import { everyone, type Outcome, type Outcomes, type Row, type TokenOutcomes } from "./row";

const toSignIn = (path: string): Outcome => [307, `/?next=${encodeURIComponent(path)}`];
const home: Outcome = [307, "/"];
const onward: Outcome = [307, "/dashboard"];

/** Pages for clients without a session: they redirect signed-in users. */
const signInScreen: Outcomes = [200, onward, onward, onward, onward, 200];

/** Pages are for browsers, which send no API token. */
const asAnonymous = (outcome: Outcome): TokenOutcomes => [outcome, outcome, outcome, outcome, outcome];

/** A deleted user: the middleware redirects it as a plain user, then the page as an anonymous client. */
function page(route: string, [user, admin, superadmin]: readonly [Outcome, Outcome, Outcome]): Row {
  const outcomes: Outcomes = [toSignIn(route), user, user, admin, superadmin, user === 200 ? toSignIn(route) : user];
  return { method: "GET", route, outcomes, tokens: asAnonymous(toSignIn(route)) };
}

/** A page for accounts that must do something first. It redirects others to where they wanted to go. */
function dutyPage(route: string): Row {
  const deleted: Outcome = [307, `/?next=${encodeURIComponent("/dashboard")}`];
  const outcomes: Outcomes = [toSignIn(route), onward, onward, onward, onward, deleted];
  return { method: "GET", route, outcomes, tokens: asAnonymous(toSignIn(route)) };
}

/** All pages with the roles that may open them. */
export const pageRows: readonly Row[] = [
  { method: "GET", route: "/", outcomes: signInScreen, tokens: asAnonymous(200) },
  { method: "GET", route: "/login", outcomes: signInScreen, tokens: asAnonymous(200) },
  { method: "GET", route: "/reset-password", outcomes: everyone(200), call: () => ({ path: "/reset-password?token=none" }) },
  { method: "GET", route: "/invitation", outcomes: everyone(200), call: () => ({ path: "/invitation?token=none" }) },
  { method: "GET", route: "/guest/[project]", outcomes: everyone(200), call: () => ({ path: "/guest/nowhere" }) },
  page("/dashboard", [200, 200, 200]),
  page("/projects", [200, 200, 200]),
  page("/settings", [200, 200, 200]),
  page("/api-docs", [200, 200, 200]),
  dutyPage("/second-factor"),
  dutyPage("/change-password"),
  page("/users", [home, 200, 200]),
  page("/groups", [home, 200, 200]),
  page("/admin-management", [home, home, 200]),
  page("/audit-log", [home, home, 200]),
  page("/api-tokens", [home, home, 200]),
  page("/file-manager", [home, home, 200]),
  page("/share-links", [home, home, 200]),
  // app/not-found.tsx
  { method: "GET", route: "*", outcomes: everyone(404), call: () => ({ path: "/no-such-page" }) },
];
