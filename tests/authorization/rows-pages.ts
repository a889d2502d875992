import { everyone, type Outcome, type Outcomes, type Row } from "./row";

const toSignIn = (path: string): Outcome => [307, `/login?next=${encodeURIComponent(path)}`];
const home: Outcome = [307, "/"];
const onward: Outcome = [307, "/dashboard"];

/** Pages for clients without a session: they redirect signed-in users. */
const signInScreen: Outcomes = [200, onward, onward, onward, onward, 200];

/** A deleted user: the middleware redirects it as a plain user, then the page as an anonymous client. */
function page(route: string, [user, admin, superadmin]: readonly [Outcome, Outcome, Outcome]): Row {
  return { method: "GET", route, outcomes: [toSignIn(route), user, user, admin, superadmin, user === 200 ? toSignIn(route) : user] };
}

/** All pages with the roles that may open them. */
export const pageRows: readonly Row[] = [
  { method: "GET", route: "/", outcomes: signInScreen },
  { method: "GET", route: "/login", outcomes: signInScreen },
  { method: "GET", route: "/reset-password", outcomes: everyone(200), call: () => ({ path: "/reset-password?token=none" }) },
  page("/dashboard", [200, 200, 200]),
  page("/projects", [200, 200, 200]),
  page("/settings", [200, 200, 200]),
  page("/api-docs", [200, 200, 200]),
  page("/users", [home, 200, 200]),
  page("/admin-management", [home, home, 200]),
  page("/audit-log", [home, home, 200]),
  page("/file-manager", [home, home, 200]),
  page("/share-links", [home, home, 200]),
  // app/not-found.tsx
  { method: "GET", route: "*", outcomes: everyone(404), call: () => ({ path: "/no-such-page" }) },
];
