-- Identity documents, receipts, and what is sealed beside them. Documents themselves are kept outside
-- the database (a folder or S3), each encrypted with a key of its own; the key stands here, sealed with
-- the instance's document key, which is never in the database.

-- Keys of the instance itself, by what they are for.
CREATE TABLE sealed_key (
  name text PRIMARY KEY,
  sealed bytea NOT NULL
);

CREATE TABLE document (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  purpose text NOT NULL CHECK (purpose IN ('id_front', 'id_back', 'receipt')),
  -- Random: it tells nothing about whose or what it is.
  object_name text NOT NULL UNIQUE,
  sealed_key bytea NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- SHA-256 of what was uploaded: the same receipt is known again.
  upload_digest bytea NOT NULL,
  stored_at timestamptz NOT NULL
);
CREATE INDEX document_upload ON document (upload_digest);

-- Who looked at which document. On the app's clock.
CREATE TABLE document_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES document (id),
  operator_id bigint NOT NULL REFERENCES operator (id),
  viewed_at timestamptz NOT NULL
);
CREATE INDEX document_view_document ON document_view (document_id, id DESC);
CREATE TRIGGER document_view_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON document_view
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
