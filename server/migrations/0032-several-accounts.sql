-- A customer may have several accounts. One of them is the main one: that of the registration, which a request is about when it
-- names none, and whose deactivation deactivates the customer.
--
-- A process of the version before inserts main accounts only, and knows one account for each user. Stop it before customers open
-- further accounts: it could take one of those for the customer's account. It cannot change a customer's choice of mails.
set local lock_timeout = '5s';

alter table accounts add column is_main boolean not null default true;
-- What the customer calls the account; null without a name.
alter table accounts add column name text check (char_length(name) between 1 and 40);
-- Made by the customer's browser and kept across retries: the same id opens one account. Null on main accounts.
alter table accounts add column opening_id uuid unique;

create unique index main_accounts on accounts (user_id) where is_main;
-- In the order of the customer's list, which is that of the numbers in the books.
create index accounts_of_a_user on accounts (user_id, id);
alter table accounts drop constraint accounts_user_id_key;

-- Mails about money: one row for each account of a customer who asked for them, all with the same choices.
alter table mail_notices drop constraint mail_notices_pkey;
create index mail_notices_of_a_user on mail_notices (user_id);

comment on column accounts.user_id is 'The owner, who may have several accounts.';
comment on column accounts.is_main is 'The account that registration opened. An account counts as inactive while its owner''s main account is.';
