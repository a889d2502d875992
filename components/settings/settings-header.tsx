import { PageHeader } from "@/components/shared/page-header";

export function SettingsHeader() {
  return <PageHeader title="Settings" description="Your profile, your password and the devices you are signed in on." />;
}
