-- Which SECRET_KEY protects what, so that it can be replaced and a wrong one is noticed (docs/keys.md).

create table secret_keys (
  -- 1, 2, 3 …: the last one is in use. A row without an identifier of its own is under number 1.
  number       integer      primary key check (number > 0),
  -- Derived from the key, and says nothing about it.
  key_id       text         not null check (key_id ~ '^[0-9a-f]{12}$'),
  recorded_at  timestamptz  not null
);
comment on table secret_keys is 'The identifier of each SECRET_KEY this bank has been started with, in order.';
create trigger secret_keys_are_written_once before update or delete or truncate on secret_keys
  for each statement execute function refuse_change();

-- The SECRET_KEY that a row depends on. Null: number 1. Passwords and the passcode name theirs in their own text.
alter table pins add column key_id text check (key_id ~ '^[0-9a-f]{12}$');
alter table authenticators add column key_id text check (key_id ~ '^[0-9a-f]{12}$');
alter table recovery_codes add column key_id text check (key_id ~ '^[0-9a-f]{12}$');

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on secret_keys to bank_app;
  end if;
end
$$;
