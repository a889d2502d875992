/** Condition of SQL that a project is outside the trash. Statements that update projects add it. */
export const IS_VISIBLE = `"trashedAt" IS NULL`;

/** The same for Prisma's model. */
export const isVisible = { trashedAt: null } as const;

/** All projects, also in the trash, for FROM and JOIN. */
export const allProjects = `"Project"`;

/** The projects outside the trash, for FROM and JOIN, with an alias after it. PostgreSQL plans and locks it as the table with the condition. */
export const visibleProjects = `(SELECT * FROM "Project" WHERE ${IS_VISIBLE})`;
