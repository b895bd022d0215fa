-- What somebody at the machine did: administrators are told of it with every screen.
CREATE INDEX audit_entry_local ON audit_entry (number) WHERE method = 'COMMAND';
