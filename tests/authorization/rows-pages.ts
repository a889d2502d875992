import { everyone, type Outcome, type Outcomes, type Row } from "./row";

const toSignIn = (path: string): Outcome => [307, `/login?next=${encodeURIComponent(path)}`];
const home: Outcome = [307, "/"];
const onward: Outcome = [307, "/dashboard"];

/** Who is signed in already has no use for these. */
const signInScreen: Outcomes = [200, onward, onward, onward, onward, 200];

/** Who was a plain user, and is nobody now, is turned away as a plain user by the middleware, and as nobody by the page. */
function page(route: string, [user, admin, superadmin]: readonly [Outcome, Outcome, Outcome]): Row {
  return { method: "GET", route, outcomes: [toSignIn(route), user, user, admin, superadmin, user === 200 ? toSignIn(route) : user] };
}

/** The route table of the specification. */
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
  // app/not-found.tsx
  { method: "GET", route: "*", outcomes: everyone(404), call: () => ({ path: "/no-such-page" }) },
];
