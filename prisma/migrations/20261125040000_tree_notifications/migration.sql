-- Maps processes remember the files of a tree until they hear that a tree has changed (docs/decisions/0055).
-- The notification names no tree: a process then checks each tree that it serves, once.
-- A semicolon within a function is written \x3B: the migration engine would end the statement there.

CREATE FUNCTION "notifyOfTrees"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(''sea_vision_trees'', '''')\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Tree_edited" AFTER UPDATE OF revision ON "Tree"
  FOR EACH ROW WHEN (OLD.revision IS DISTINCT FROM NEW.revision) EXECUTE FUNCTION "notifyOfTrees"();

CREATE TRIGGER "Tree_gone" AFTER DELETE ON "Tree"
  FOR EACH STATEMENT EXECUTE FUNCTION "notifyOfTrees"();

CREATE TRIGGER "StoredProject_tree" AFTER UPDATE OF "currentTreeId" ON "StoredProject"
  FOR EACH ROW WHEN (OLD."currentTreeId" IS DISTINCT FROM NEW."currentTreeId") EXECUTE FUNCTION "notifyOfTrees"();
