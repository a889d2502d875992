-- Whoever loses the right to open a map loses it at once in every maps process: they keep a yes for a while, and forget it when told to.
-- Triggers rather than calls, so that no way of taking a right away can be forgotten, that of a cascade included.
-- The statements of a function end with \x3B because migrations are taken apart wherever a semicolon stands.

CREATE FUNCTION "notifyHolders"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(''sea_vision_rights'', ''account:'' || lost."accountId") FROM (SELECT DISTINCT "accountId" FROM gone) lost\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Session_rights" AFTER DELETE ON "Session"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifyHolders"();

CREATE TRIGGER "Assignment_rights" AFTER DELETE ON "Assignment"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifyHolders"();

CREATE FUNCTION "notifyOfOne"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(''sea_vision_rights'', TG_ARGV[0] || '':'' || OLD.id)\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Account_rights" AFTER UPDATE OF role ON "Account"
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION "notifyOfOne"('account');

CREATE TRIGGER "Project_rights" AFTER DELETE ON "Project"
  FOR EACH ROW EXECUTE FUNCTION "notifyOfOne"('project');
