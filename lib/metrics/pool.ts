import { pool } from "../db";
import { gauge } from "./instruments";

/** How this process's connections to the database are used. */
export function measurePool(): void {
  gauge("sea_vision_database_connections", "Connections of this process to the database, by what they do.", ["state"], (figure) => {
    const { totalCount, idleCount } = pool();
    figure.set({ state: "idle" }, idleCount);
    figure.set({ state: "in_use" }, totalCount - idleCount);
  });
  gauge("sea_vision_database_connections_limit", "Connections to the database that this process may have.", [], (figure) => {
    figure.set(pool().options.max ?? 0);
  });
  gauge("sea_vision_database_waiting", "Queries of this process that wait for a connection to the database.", [], (figure) => {
    figure.set(pool().waitingCount);
  });
}
