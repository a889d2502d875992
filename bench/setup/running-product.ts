import { randomBytes } from "node:crypto";
import { newCopy, Product, removeCopy } from "../../tests/integration/supervisor/product";
import { type Access, signIn } from "../publish/client";

/**
 * Starts the built product like `npm start` in its own folder, with an admin who may upload. It serves this measurement only.
 * @param settings on top of the usual ones, such as the store of its blobs
 */
export async function withProduct<Result>(
  work: (product: Product, access: Access) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const [email, password] = ["bench@example.com", randomBytes(12).toString("hex")];
  Object.assign(process.env, { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password });
  const copy = { ...(await newCopy()), settings };
  const product = await new Product(copy).running();
  try {
    return await work(product, await signIn(product.origin, email, password));
  } finally {
    await product.end();
    await removeCopy(copy);
  }
}
