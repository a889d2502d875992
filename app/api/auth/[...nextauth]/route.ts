import type { NextRequest } from "next/server";
import { route } from "@/lib/http/route";
import { answerNextAuth } from "@/lib/sessions/next-auth";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** NextAuth's endpoints: `/api/auth/session`, `csrf`, `providers`, `signin`, `signout`, `callback/credentials`. */
const answer = route((request: NextRequest, { params }: Context) => answerNextAuth(request, params));

export { answer as GET, answer as POST };
