import { visibleProjects } from "../../db/visible";
/** Statements about projects, which are above this domain, so that paths in a project take one round trip. */

/** Joins the project of a question, if any, as `project`. */
export const JOIN_PROJECT = `LEFT JOIN ${visibleProjects} project ON project.id = question."projectId"`;

/** Builds the id of the tree that a project shows; null when it shows none. */
export const currentTreeOf = (projectId: string) => `(SELECT "currentTreeId" FROM ${visibleProjects} project WHERE id = ${projectId})`;
