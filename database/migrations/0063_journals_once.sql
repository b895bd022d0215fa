-- A journal that is sent again is the one that was sent before.
CREATE UNIQUE INDEX journal_request ON proposal ((input ->> 'request_id')) WHERE kind = 'journal';
