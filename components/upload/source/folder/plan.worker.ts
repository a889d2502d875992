import { expose } from "comlink";
import { UploadPlan } from "@/lib/upload-client/plan/upload-plan";
import { browserPlanStore } from "../../unfinished/store";

expose(new UploadPlan(browserPlanStore));
