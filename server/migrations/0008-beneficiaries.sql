-- Whom a customer pays often, kept so that nobody types an account number twice. Where a transfer went stands on its
-- transaction: changing or removing a row here changes nothing that has happened.
create table beneficiaries (
  id              uuid         primary key,
  user_id         uuid         not null references users,
  -- What the customer calls them; the account's name until they choose another.
  name            text         not null check (char_length(name) between 1 and 100),
  account_name    text         not null check (char_length(account_name) between 1 and 100),
  account_number  text         not null check (char_length(account_number) between 1 and 40),
  bank_name       text         not null check (char_length(bank_name) between 1 and 100),
  bank_address    text         not null check (char_length(bank_address) between 1 and 200),
  swift_code      text         not null check (char_length(swift_code) between 1 and 40),
  routing_number  text         not null check (char_length(routing_number) between 1 and 40),
  -- The account's number and its bank in lower case and without spaces: who has the same is the same beneficiary.
  account_key     text         not null,
  saved_at        timestamptz  not null,
  unique (user_id, account_key)
);
comment on table beneficiaries is 'Whom a customer has saved for the next transfer, for themselves alone.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on beneficiaries to bank_app;
  end if;
end
$$;
