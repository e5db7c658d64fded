-- Undo time: a customer may choose for how long each of their transfers waits before it goes on, so that they can take it back.
set local lock_timeout = '5s';

alter table users
  add column undo_seconds smallint not null default 0,
  add constraint undo_times check (undo_seconds in (0, 10, 30, 60)) not valid;
comment on column users.undo_seconds is 'For so many seconds each transfer of the customer waits and can be taken back; 0 without an undo time.';

create table releases (
  transaction_id  uuid         primary key,
  -- The end of the undo time. Null for a transfer that came back before: it is never released, and its payee never learns of it.
  release_at      timestamptz,
  -- When it was released: by the end of its undo time, or by a status that staff set. Null until then.
  released_at     timestamptz
);
comment on table releases is 'The transfers whose sender had an undo time. No other transfer has a row.';
create index releases_due on releases (release_at) where released_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on releases to bank_app;
  end if;
end
$$;
