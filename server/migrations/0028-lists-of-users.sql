-- Administrators who use a client of the hosted backend find users by their exact name, and the inactive among the many active
-- ones.
create index users_by_name on users (name);
create index accounts_inactive on accounts (user_id) where not is_active;
