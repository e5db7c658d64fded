-- What searches of staff scan is in their indexes, so that the tables are not read: a page of an index has about a hundred rows, and each
-- row of a table is on a page of its own (docs/decisions/0084-a-list-of-all-transactions.md).

set local lock_timeout = '5s';

-- A user's main account is opened with the user, by which all lists are ordered.
update users u set created_at = a.opened_at
  from accounts a where a.user_id = u.id and a.is_main and a.opened_at <> u.created_at;

drop index users_newest_first;
create index users_by_age on users (created_at, id) include (email, name);

drop index accounts_waiting;
create index accounts_waiting on accounts (opened_at, user_id) include (is_main)
 where not is_active and activated_at is null and declined_at is null;

drop index listed_transactions_by_time;
create index listed_transactions_by_time on listed_transactions (created_at, id) include (payee_id);
drop index listed_transactions_by_status;
create index listed_transactions_by_status on listed_transactions (status, created_at, id) include (payee_id);
