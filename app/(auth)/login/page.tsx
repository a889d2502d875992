import SignInPage, { metadata as signIn } from "../page";

export const metadata = signIn;

export default SignInPage;
