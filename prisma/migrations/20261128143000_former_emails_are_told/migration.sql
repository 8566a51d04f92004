-- The address that an account has left is kept until a mail has told it so.
ALTER TABLE mailed_link
  DROP CONSTRAINT mailed_link_kind,
  ADD CONSTRAINT mailed_link_kind CHECK (kind IN ('reset', 'verification', 'email-changed'));
