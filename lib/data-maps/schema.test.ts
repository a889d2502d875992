import { expect, it } from "vitest";
import { z } from "zod";
import { dataMapSchema } from "./schema";

it("public/map.schema.json describes map.json for editors and other programs", async () => {
  const schema = z.toJSONSchema(dataMapSchema, { io: "input" });
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot("../../public/map.schema.json");
});
