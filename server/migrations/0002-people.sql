-- Who can sign in, what they own, and what the bank remembers about it.

create table users (
  id                 uuid        primary key,
  -- Trimmed and in lower case.
  email              text        not null unique check (email = lower(email)),
  name               text        not null,
  role               text        not null default 'customer' check (role in ('customer', 'administrator')),
  -- Argon2id, then a keyed hash whose key is kept outside the database. Nobody can read a password.
  password_hash      text        not null,
  password_set_at    timestamptz not null,
  phone              text        not null,
  dob                date,
  gender             text        not null,
  employment_status  text        not null,
  country            text        not null,
  street             text        not null,
  city               text        not null,
  state              text        not null,
  zip                text        not null,
  avatar             text,
  created_at         timestamptz not null
);
comment on table users is 'Anyone who can sign in. The role is additive: an administrator is also a customer.';
create index users_newest_first on users (created_at, id);

create table accounts (
  -- The same number as the account's row in the books.
  id            bigint      primary key references ledger_accounts (id),
  user_id       uuid        not null unique references users (id),
  -- What the customer reads and gives to others: a random whole number of ten digits.
  number        text        not null unique check (number ~ '^[1-9][0-9]{9}$'),
  type          text        not null check (type in ('checking', 'online', 'current', 'corporate', 'offshore', 'joint')),
  currency      text        not null check (currency in ('USD', 'EUR', 'GBP')),
  -- Only an active account can send. Changed under the lock of its row in the books.
  is_active     boolean     not null default false,
  activated_at  timestamptz,
  opened_at     timestamptz not null
);
comment on table accounts is 'The bank account a customer sees. Its balance is in the books.';

create table pins (
  user_id       uuid        primary key references users (id),
  salt          bytea       not null check (octet_length(salt) = 16),
  -- HMAC-SHA-256 of the salt and the PIN, with a key kept outside the database.
  hash          bytea       not null check (octet_length(hash) = 32),
  -- Wrong PINs in a row. Counted by the books under this row's lock.
  wrong_count   integer     not null default 0 check (wrong_count >= 0),
  locked_until  timestamptz
) with (fillfactor = 80);
comment on table pins is 'The transaction PIN of each customer, unreadable, and its lock.';

create table sessions (
  -- SHA-256 of the cookie: a copy of this table opens nobody's session.
  token_hash      bytea       primary key check (octet_length(token_hash) = 32),
  user_id         uuid        not null references users (id),
  signed_in_at    timestamptz not null,
  last_seen_at    timestamptz not null,
  -- The network the sign-in came from (/24 or /64) and the family of the browser, to recognise a device by.
  network         text        not null,
  browser         text        not null,
  -- Administrator's work is open from here, until the time limits of the passcode.
  lifted_at       timestamptz,
  lifted_seen_at  timestamptz
);
comment on table sessions is 'Who is signed in. An ended session''s row is deleted.';
create index sessions_of_a_user on sessions (user_id, signed_in_at);

create table sign_in_attempts (
  -- SHA-256 of the e-mail, known or not, so that a stranger learns nothing from a block.
  -- A device that has signed in before has a row of its own, so that strangers cannot lock its owner out.
  key           bytea       primary key,
  failures      integer     not null check (failures >= 0),
  blocks        integer     not null default 0,
  blocked_until timestamptz,
  last_at       timestamptz not null
);
comment on table sign_in_attempts is 'Wrong passwords and passcodes in a row, and the block they led to.';

create table settings (
  key         text        primary key,
  value       text        not null,
  updated_at  timestamptz not null,
  updated_by  uuid
);
comment on table settings is 'The bank''s own settings, such as the hash of the administrators'' passcode.';

create table audit_events (
  seq         bigint      primary key check (seq > 0),
  happened_at timestamptz not null,
  -- Who did it; null for somebody who is not signed in, and for the program itself.
  actor_id    uuid,
  action      text        not null,
  -- To whom or what.
  target      text,
  details     jsonb       not null,
  -- SHA-256 of the previous event's hash and of this event.
  hash        bytea       not null check (octet_length(hash) = 32)
);
comment on table audit_events is 'Who did what to whom, in one hash chain. Written once.';
create trigger audit_events_are_written_once before update or delete or truncate on audit_events
  for each statement execute function refuse_change();

create table audit_head (
  id    integer primary key default 1 check (id = 1),
  seq   bigint  not null,
  hash  bytea   not null
);
comment on table audit_head is 'The last link of the audit chain. Its one row is locked last.';
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

create table outgoing_mail (
  id          uuid        primary key,
  recipient   text        not null,
  subject     text        not null,
  html        text        not null,
  created_at  timestamptz not null,
  sent_at     timestamptz
);
comment on table outgoing_mail is 'Mail to send, written in the same database transaction as the reason for it.';
create index outgoing_mail_waiting on outgoing_mail (created_at) where sent_at is null;

create table support_messages (
  id              uuid        primary key,
  user_id         uuid        references users (id),
  email           text        not null,
  subject         text        not null,
  message         text        not null,
  transaction_id  uuid,
  created_at      timestamptz not null
);
comment on table support_messages is 'What people wrote to the bank, signed in or not.';
