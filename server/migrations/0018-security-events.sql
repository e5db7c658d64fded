-- What was refused for the bank's safety. Never in the audit chain: a stranger who tries a thousand passwords must not make
-- everybody wait for its one head.

create table security_events (
  id           bigint      generated always as identity primary key,
  happened_at  timestamptz not null,
  -- The code of the refusal, such as credentials_invalid; 'other' for the rest of a minute in which too much was refused.
  kind         text        not null,
  -- Who was signed in, or whose secret was tried; null where that is not known.
  user_id      uuid,
  -- The /24 or /64 it came from.
  network      text        not null,
  -- The path as the contract writes it, without ids; null where there is none.
  route        text,
  -- The answer's traceId; null for a count.
  trace_id     text,
  -- 0 for an event; else how many more of this kind from this network were refused in the same minute.
  left_out     integer     not null default 0 check (left_out >= 0)
);
comment on table security_events is 'Refused sign-ins, secrets, cross-site requests and floods, limited per minute and network. Kept for 90 days.';
create index security_events_by_time on security_events (happened_at);
create index security_events_of_a_user on security_events (user_id, happened_at) where user_id is not null;

create trigger security_events_are_written_once before update or truncate on security_events
  for each statement execute function refuse_change();

create function refuse_early_deletion() returns trigger language plpgsql as $$
begin
  if old.happened_at > now() - interval '90 days' then
    raise exception '% are kept for 90 days', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
create trigger security_events_are_kept before delete on security_events
  for each row execute function refuse_early_deletion();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, delete on security_events to bank_app;
  end if;
end
$$;
