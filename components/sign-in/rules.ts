import { zodResolver } from "@hookform/resolvers/zod";
import { forgotPasswordSchema } from "@/lib/accounts/password-resets/schema";
import { signInSchema } from "@/lib/accounts/schema";
import { factorCodeBodySchema } from "@/lib/accounts/second-factors/schema";

export const signInRules = zodResolver(signInSchema);
export const forgotPasswordRules = zodResolver(forgotPasswordSchema);
export const codeRules = zodResolver(factorCodeBodySchema);
