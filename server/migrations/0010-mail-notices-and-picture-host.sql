-- What customers want to be written about, and pictures that a host keeps for the bank.

create table mail_notices (
  user_id            uuid    primary key references users (id),
  account_id         bigint  not null unique references accounts (id),
  -- About money that came in, money that was sent, and transactions that got another status. Nobody has a row, and
  -- nobody is written to, before they ask for it. Notices about safety are not asked about.
  money_received     boolean not null default false,
  transfer_sent      boolean not null default false,
  status_changed     boolean not null default false,
  -- The account's last entry that has been looked at.
  told_seq           bigint  not null
);
comment on table mail_notices is 'Which mails about their money a customer has asked for.';
create index mail_notices_of_entries on mail_notices (account_id) where money_received or transfer_sent;

-- The later statuses of transactions in the order of time. Their first postings are left out, so that sending money
-- writes nothing here.
create index postings_of_status_changes_by_time on postings (booked_at) where id <> transaction_id;

create table hosted_avatars (
  user_id     uuid        primary key references users (id),
  -- SHA-256 of the picture that was sent to the host, in hexadecimal digits: the same one is not sent again.
  sha         text        not null check (sha ~ '^[0-9a-f]{64}$'),
  url         text        not null,
  created_at  timestamptz not null
);
comment on table hosted_avatars is 'Pictures of customers that a host keeps for the bank; users.avatar is their address there.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on mail_notices, hosted_avatars to bank_app;
  end if;
end
$$;
