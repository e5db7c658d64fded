-- Whoever asks to be told of statuses is not told of those before.

alter table mail_notices
  -- When its owner last asked to be told of statuses.
  add column status_changed_since timestamptz not null default '-infinity';
