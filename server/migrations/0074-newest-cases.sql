-- The ids of cases are made by callers: cases are listed by their time, the newest first, and of those that are due at one moment the oldest first.
set local lock_timeout = '5s';

create index cases_newest on cases (created_at, id);
drop index cases_waiting;
create index cases_waiting on cases (created_at, id) where state = 'waiting';
drop index cases_due;
create index cases_due on cases (due_at, created_at, id) where due_at is not null;
comment on column case_files.bytes is 'As they were sent: these types are compressed already, so they are not compressed again.';
