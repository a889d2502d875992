"use client";

import * as TabsPrimitive from "@radix-ui/react-tabs";
import { styled } from "./cn";

export const Tabs = TabsPrimitive.Root;
export const TabsContent = TabsPrimitive.Content;

export const TabsList = styled(TabsPrimitive.List, "flex gap-1 overflow-x-auto border-b");
export const TabsTrigger = styled(
  TabsPrimitive.Trigger,
  "-mb-px h-10 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-ink-muted transition-colors hover:text-ink focus-visible:outline-offset-[-3px] disabled:pointer-events-none disabled:opacity-50 data-[state=active]:border-accent data-[state=active]:text-ink",
);
