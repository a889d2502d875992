import { z } from "zod";

/** The parts of the API description that the page changes. */
export const documentSchema = z.looseObject({
  servers: z.unknown(),
  components: z.looseObject({ securitySchemes: z.looseObject({ token: z.looseObject({}) }) }),
});
