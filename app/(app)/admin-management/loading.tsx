import { adminTexts } from "@/components/admins/admin-texts";
import { PeopleLoading } from "@/components/people/people-loading";

export default function AdminManagementLoading() {
  return <PeopleLoading texts={adminTexts} />;
}
