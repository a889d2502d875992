import type { Access } from "./journey";
import { persist } from "./persist";

/** Signs in over the API as soon as the product answers. */
export async function signIn(origin: string, email: string, password: string): Promise<Access> {
  const token = await persist("signing in", async () => {
    const response = await fetch(`${origin}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) return undefined;
    const { token }: { token: string } = await response.json();
    return token;
  });
  return { origin, headers: { Authorization: `Bearer ${token}` } };
}
