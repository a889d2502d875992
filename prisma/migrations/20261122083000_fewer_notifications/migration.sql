-- What takes rights from more than 100 people at once says so in one word: every maps process then asks anew for everybody, which costs
-- it less than to hear of each. And a session that had expired gave no right that could be lost: sweeps say nothing of those.
-- The statements of a function end with \x3B because migrations are taken apart wherever a semicolon stands.

CREATE FUNCTION "notifyOfLost"("losers" uuid[]) RETURNS void LANGUAGE plpgsql AS E'BEGIN
  IF cardinality(losers) > 100 THEN
    PERFORM pg_notify(''sea_vision_rights'', ''any'')\x3B
  ELSE
    PERFORM pg_notify(''sea_vision_rights'', ''account:'' || loser) FROM unnest(losers) loser\x3B
  END IF\x3B
END';

CREATE OR REPLACE FUNCTION "notifyHolders"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "notifyOfLost"(ARRAY(SELECT DISTINCT "accountId" FROM gone LIMIT 101))\x3B
  RETURN NULL\x3B
END';

CREATE FUNCTION "notifySignedOut"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "notifyOfLost"(ARRAY(SELECT DISTINCT "accountId" FROM gone WHERE "expiresAt" > now() LIMIT 101))\x3B
  RETURN NULL\x3B
END';

DROP TRIGGER "Session_rights" ON "Session";
CREATE TRIGGER "Session_rights" AFTER DELETE ON "Session"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifySignedOut"();
