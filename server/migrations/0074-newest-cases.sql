-- The ids of cases are made by callers: the newest ones are listed by their time.
set local lock_timeout = '5s';

create index cases_newest on cases (created_at, id);
drop index cases_waiting;
create index cases_waiting on cases (created_at, id) where state = 'waiting';
comment on column case_files.bytes is 'As they were sent: these types are compressed already, so they are not compressed again.';
