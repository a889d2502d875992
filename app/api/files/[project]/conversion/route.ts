import { cancelConversion, convertAgain } from "@/lib/files/conversion/mutations";
import { conversionSchema, filesAnswerSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

const call = { body: conversionSchema, example: { itemPath: "data/depths.gpkg" }, answer: filesAnswerSchema, errors: [409] } as const;

export const DELETE = fileChange("write", {
  ...call,
  summary: "Cancel a conversion",
  description: "Ends the conversion of a data file at once. The file stays, and `map.json` says why its layers aren't shown.",
})(async (scope, { itemPath }, actor) => {
  await cancelConversion(scope, itemPath, actor);
  return { success: true, message: "Conversion cancelled" };
});

export const POST = fileChange("write", {
  ...call,
  summary: "Convert a file again",
  description: "Starts the conversion of a data file again that failed or was cancelled.",
})(async (scope, { itemPath }, actor) => {
  await convertAgain(scope, itemPath, actor);
  return { success: true, message: "The file is converted again" };
});
