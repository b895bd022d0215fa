-- How an operator has their own lists: filters under a name, and columns that they left out.
CREATE TABLE operator_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator (id),
  list text NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  search text NOT NULL,
  UNIQUE (operator_id, list, name)
);

CREATE TABLE operator_hidden_columns (
  operator_id bigint NOT NULL REFERENCES operator (id),
  list text NOT NULL,
  columns text[] NOT NULL CHECK (cardinality(columns) > 0),
  PRIMARY KEY (operator_id, list)
);
