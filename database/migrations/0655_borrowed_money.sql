-- What is still owed when a loan is written off stays owed: as an unpaid debt, which bears no more interest and which
-- whatever comes in repays first. Of loans that were written off before, the customer was released.
ALTER TABLE loan ADD COLUMN claimed bigint NOT NULL DEFAULT 0 CHECK (claimed >= 0),
  ADD CHECK (status = 4 OR claimed = 0);
CREATE INDEX loan_claimed ON loan (currency, customer_id) WHERE claimed > 0;
CREATE INDEX loan_given_back ON loan (customer_id, ended_at DESC) WHERE given_back;
