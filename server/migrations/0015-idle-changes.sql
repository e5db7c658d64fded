-- A change to the status a transaction had already moves nothing and has no posting. It is written down all the same:
-- repeated after another change has come between, it must be known for a repeat, or it would move the money back.
create table idle_changes (
  -- The id of the status change, made by whoever asked for it and kept across repeats.
  id              uuid        primary key,
  transaction_id  uuid        not null references transactions (id),
  -- The status it asked for, which the transaction had.
  status          text        not null check (status in ('pending', 'success', 'failed')),
  -- The user who asked for it.
  made_by         uuid        not null,
  made_at         timestamptz not null default now()
);
comment on table idle_changes is 'A change to the status a transaction had already: kept so that a late repeat of it is known for one.';

create trigger idle_changes_are_written_once before update or delete or truncate on idle_changes
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on idle_changes to bank_app;
  end if;
end
$$;
