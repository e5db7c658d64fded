-- Administrators who use a client of the hosted backend list the transactions of all customers, newest first, or those with a
-- status. A list without a status merges the scans of the three.
create index transactions_newest_of_a_status on transactions (status, created_at, id);

-- They find users by their exact name, and the inactive among the many active ones.
create index users_by_name on users (name);
create index accounts_inactive on accounts (user_id) where not is_active;
