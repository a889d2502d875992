import type { NextRequest } from "next/server";
import { answerNextAuth } from "@/lib/accounts/sessions/next-auth";
import { route } from "@/lib/http/route";

const answer = route((request: NextRequest, { params }: RouteContext<"/api/auth/[...nextauth]">) => answerNextAuth(request, params));

export { answer as GET, answer as POST };
