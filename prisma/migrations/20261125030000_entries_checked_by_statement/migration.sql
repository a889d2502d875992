-- Written by hand: the foreign key took a third of the time to insert entries, because it locked the tree once for every row.
-- These triggers lock it once for every statement (docs/decisions/0056). No row is rewritten or checked again.
-- A semicolon within a function is written \x3B: the migration engine would end the statement there.

ALTER TABLE "Entry" DROP CONSTRAINT "Entry_treeId_fkey";

-- Waits for a concurrent deletion of the tree, and makes a later one wait.
CREATE FUNCTION "requireTree"("tree" bigint) RETURNS void LANGUAGE plpgsql AS E'BEGIN
  PERFORM FROM "Tree" WHERE id = tree FOR KEY SHARE\x3B
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = ''There is no tree '' || tree || '' for these entries.''\x3B
  END IF\x3B
END';

CREATE FUNCTION "requireTrees"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "requireTree"("treeId") FROM (SELECT DISTINCT "treeId" FROM added ORDER BY 1) wanted\x3B
  RETURN NULL\x3B
END';

CREATE FUNCTION "requireOtherTree"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "requireTree"(NEW."treeId")\x3B
  RETURN NULL\x3B
END';

CREATE FUNCTION "deleteEntries"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  DELETE FROM "Entry" WHERE "treeId" = OLD.id\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Entry_inserted" AFTER INSERT ON "Entry"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "requireTrees"();

CREATE TRIGGER "Entry_moved" AFTER UPDATE OF "treeId" ON "Entry"
  FOR EACH ROW WHEN (OLD."treeId" <> NEW."treeId") EXECUTE FUNCTION "requireOtherTree"();

CREATE TRIGGER "Tree_deleted" AFTER DELETE ON "Tree"
  FOR EACH ROW EXECUTE FUNCTION "deleteEntries"();
