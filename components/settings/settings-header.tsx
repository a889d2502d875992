import { PageHeader } from "@/components/shared/page-header";

export function SettingsHeader() {
  return <PageHeader title="Settings" description="Manage your profile, password and sessions." />;
}
