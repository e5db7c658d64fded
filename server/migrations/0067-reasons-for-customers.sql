-- Reasons that customers read, and accounts whose activation was declined.

-- What staff wrote before was written for staff alone, so the default holds for it.
alter table posting_reasons add column for_customer boolean not null default false;
comment on column posting_reasons.for_customer is 'Whether the customers of the transaction read the reason, too.';

alter table accounts
  -- When staff declined to activate it, and why, for its owner. Null for every other account: an activation removes both.
  add column declined_at     timestamptz,
  add column decline_reason  text  check (char_length(decline_reason) between 3 and 500 and decline_reason !~ '[[:cntrl:]]'),
  add check ((declined_at is null) = (decline_reason is null)),
  add check (declined_at is null or not is_active);

-- As before, without what was declined.
drop index accounts_waiting;
create index accounts_waiting on accounts (opened_at, user_id)
  where not is_active and activated_at is null and declined_at is null;
create index accounts_declined on accounts (opened_at, user_id)
  where not is_active and activated_at is null and declined_at is not null;
