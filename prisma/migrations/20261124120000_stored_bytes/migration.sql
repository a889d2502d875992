-- What all blobs take, kept by triggers: the check before each upload must not read every blob. Decision 0052 says why.
-- The statements of a function end with \x3B because migrations are taken apart wherever a semicolon stands.

ALTER TABLE "Blob" ADD COLUMN "reserved" BIGINT NOT NULL DEFAULT 0;

CREATE TABLE "StoredBytes" (
    "id" BIGSERIAL NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoredBytes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Upload_receiving" ON "Upload" ("ownerId") INCLUDE ("length") WHERE "state" = 'receiving';

-- Changes are only inserted. A single row that each transaction updates would make them wait for each other.
CREATE FUNCTION "noteStoredBytes"() RETURNS trigger LANGUAGE plpgsql AS E'DECLARE
  change BIGINT := 0\x3B
BEGIN
  IF TG_OP <> ''DELETE'' THEN
    SELECT coalesce(sum(size + reserved), 0) INTO change FROM present\x3B
  END IF\x3B
  IF TG_OP <> ''INSERT'' THEN
    SELECT change - coalesce(sum(size + reserved), 0) INTO change FROM former\x3B
  END IF\x3B
  IF change <> 0 THEN
    INSERT INTO "StoredBytes" (bytes) VALUES (change)\x3B
  END IF\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Blob_inserted" AFTER INSERT ON "Blob"
  REFERENCING NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION "noteStoredBytes"();

CREATE TRIGGER "Blob_updated" AFTER UPDATE ON "Blob"
  REFERENCING OLD TABLE AS former NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION "noteStoredBytes"();

CREATE TRIGGER "Blob_deleted" AFTER DELETE ON "Blob"
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION "noteStoredBytes"();

-- As the sweep does it. The worker's next one corrects what another host has stored meanwhile.
WITH former AS (DELETE FROM "StoredBytes")
INSERT INTO "StoredBytes" (bytes) SELECT coalesce(sum(size + reserved), 0) FROM "Blob";
