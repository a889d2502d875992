"use client";

import dynamic from "next/dynamic";

// Each role loads its own dashboard only.

export const AdminDashboardScreen = dynamic(() => import("./admin-dashboard").then((screen) => screen.AdminDashboardScreen));
export const SuperadminDashboardScreen = dynamic(() => import("./superadmin-dashboard").then((screen) => screen.SuperadminDashboardScreen));
export const AttentionSection = dynamic(() => import("./attention-section").then((section) => section.AttentionSection));
export const SetupChecklist = dynamic(() => import("./setup-checklist").then((checklist) => checklist.SetupChecklist));
export const UserDashboardScreen = dynamic(() => import("./user-dashboard").then((screen) => screen.UserDashboardScreen));
