-- The beneficiaries that a customer has paid, for the bank's limit for new beneficiaries (NEW_BENEFICIARY_LIMIT). Written only while
-- the limit is set: by the books in the batch of the payment, under the lock of the customer's row in pins, and, before the first
-- payment to a beneficiary that has no row, from the customer's earlier transactions.
create table paid_beneficiaries (
  user_id        uuid         not null references users (id),
  currency       text         not null check (currency in ('USD', 'EUR', 'GBP')),
  -- Account number, bank, SWIFT code and routing number in lower case and without spaces; of a transfer without a beneficiary, its
  -- description.
  beneficiary    text         not null,
  -- When the first payment was decided; null where it was made without the limit.
  first_paid_at  timestamptz,
  -- What was sent in the first 24 hours, in minor units.
  sent           bigint       not null check (sent >= 0),
  primary key (user_id, currency, beneficiary)
);
comment on table paid_beneficiaries is 'Whom a customer has paid, and how much of the limit for new beneficiaries that uses.';

-- The new ones are few, and a customer may have paid thousands.
create index paid_beneficiaries_by_time on paid_beneficiaries (user_id, first_paid_at) where first_paid_at is not null;

-- Up to when the transactions of an account have been read for paid_beneficiaries, so that each is read once.
create table paid_beneficiaries_read (
  account_id  bigint       primary key references accounts (id),
  read_until  timestamptz  not null
);
comment on table paid_beneficiaries_read is 'How far the earlier payments of an account are known as those to paid beneficiaries.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on paid_beneficiaries, paid_beneficiaries_read to bank_app;
  end if;
end
$$;
