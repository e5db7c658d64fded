-- Acts of staff that wait for a second person, or waited for one.

create table approvals (
  -- Also the id of what is booked, so that the books carry it out once.
  id              uuid         primary key,
  -- What is done, such as funding (contract/src/admin/approvals/acts.ts).
  act             text         not null,
  subject_id      uuid         not null references users (id),
  -- What the act needs to be carried out. Amounts are minor units, as text.
  payload         jsonb        not null,
  reason          text         not null check (char_length(reason) between 3 and 500 and reason !~ '[[:cntrl:]]'),
  requested_by    uuid         not null references users (id),
  requested_at    timestamptz  not null,
  -- From here on it is no longer decided.
  expires_at      timestamptz  not null check (expires_at > requested_at),
  -- ended: a restore did, because the act may have been carried out after the restored moment. Null while it waits.
  decision        text         check (decision in ('approved', 'declined', 'ended')),
  decided_by      uuid         references users (id),
  decided_at      timestamptz,
  decline_reason  text         check (char_length(decline_reason) between 3 and 500 and decline_reason !~ '[[:cntrl:]]'),
  check (requested_by <> subject_id),
  -- The maker does not decide, and neither does the user that it is about.
  check (decided_by <> requested_by),
  check (decided_by <> subject_id),
  check ((decision is null) = (decided_at is null)),
  check ((decided_by is not null) = (decision is not null and decision <> 'ended')),
  check ((decline_reason is not null) = (decision is not null and decision = 'declined'))
);
comment on table approvals is 'Acts of staff that need a second person: what was asked for, and what was decided. Each is written once.';
create index approvals_waiting on approvals (requested_at, id) where decision is null;

create function keep_approval() returns trigger language plpgsql as $$
begin
  if old.decision is not null
     or (old.id, old.act, old.subject_id, old.payload, old.reason, old.requested_by, old.requested_at, old.expires_at)
        is distinct from
        (new.id, new.act, new.subject_id, new.payload, new.reason, new.requested_by, new.requested_at, new.expires_at)
  then
    raise exception 'An approval is written once, and so is its decision' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger approvals_are_decided_once before update on approvals
  for each row execute function keep_approval();
create trigger approvals_are_never_deleted before delete or truncate on approvals
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on approvals to bank_app;
    grant update (decision, decided_by, decided_at, decline_reason) on approvals to bank_app;
  end if;
end
$$;
