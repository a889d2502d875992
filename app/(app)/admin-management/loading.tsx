import { PeopleLoading } from "@/components/people/people-loading";
import { adminTexts } from "@/components/people/people-texts";

export default function AdminManagementLoading() {
  return <PeopleLoading texts={adminTexts} />;
}
