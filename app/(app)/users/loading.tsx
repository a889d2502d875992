import { PeopleLoading } from "@/components/people/people-loading";
import { userTexts } from "@/components/people/people-texts";

export default function UsersLoading() {
  return <PeopleLoading texts={userTexts} />;
}
