import { PeopleLoading } from "@/components/people/people-loading";
import { userTexts } from "@/components/users/user-texts";

export default function UsersLoading() {
  return <PeopleLoading texts={userTexts} />;
}
