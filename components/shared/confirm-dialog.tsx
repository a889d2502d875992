"use client";

import { onDemand } from "./on-demand";

export const ConfirmDialog = onDemand(() => import("./confirm-alert").then((dialog) => dialog.ConfirmAlert));
