import type { NextRequest } from "next/server";
import { answerNextAuth } from "@/lib/accounts/sessions/next-auth";
import { route } from "@/lib/http/route";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** NextAuth's endpoints: `/api/auth/session`, `csrf`, `providers`, `signin`, `signout`, `callback/credentials`. */
const answer = route((request: NextRequest, { params }: Context) => answerNextAuth(request, params));

export { answer as GET, answer as POST };
