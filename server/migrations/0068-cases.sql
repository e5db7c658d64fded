-- Messages to support become cases: each has entries of the customer and of the bank, notes of staff, files, and a moment until when
-- the bank must answer.
set local lock_timeout = '5s';

alter table support_messages rename to cases;
alter index support_messages_pkey rename to cases_pkey;
alter index support_messages_of_a_user rename to cases_of_a_user;
alter index support_messages_from_an_address rename to cases_from_an_address;
comment on table cases is 'What people asked the bank, signed in or not, and disputes of transactions.';

create table case_entries (
  -- Made by the caller: a repeat under the same id writes nothing. The first entry has the id of its case.
  id          uuid         primary key,
  case_id     uuid         not null references cases (id),
  -- `note`: staff wrote it for each other; the customer never sees it.
  side        text         not null check (side in ('customer', 'bank', 'note')),
  -- Null for a visitor.
  author_id   uuid         references users (id) check (author_id is not null or side = 'customer'),
  text        text         not null,
  written_at  timestamptz  not null
);
comment on table case_entries is 'What was written in a case, by the customer and by the bank. Written once.';

insert into case_entries (id, case_id, side, author_id, text, written_at)
  select id, id, 'customer', user_id, message, created_at from cases
   union all
  -- The browser made the id of an answer: it may be that of a message.
  select case when exists (select from cases c where c.id = a.id) then gen_random_uuid() else a.id end,
         message_id, 'bank', author_id, text, answered_at
    from support_answers a;
drop table support_answers;

create index case_entries_of_a_case on case_entries (case_id, written_at, id);
-- For the search, which reads the newest.
create index case_entries_newest on case_entries (written_at, id);
create trigger case_entries_are_written_once before update or delete or truncate on case_entries
  for each statement execute function refuse_change();

alter table cases
  add column kind text not null default 'question' check (kind in ('question', 'dispute')),
  add column state text check (state in ('open', 'waiting', 'closed')),
  add column due_at timestamptz;
-- Which day an earlier message was due is not known: two days, as by default.
update cases
   set state = case when answered_at is null then 'open' else 'closed' end,
       due_at = case when answered_at is null then created_at + interval '2 days' end;
alter table cases
  alter column kind drop default,
  alter column state set not null,
  add check (state <> 'open' or due_at is not null),
  add check (state <> 'closed' or due_at is null),
  drop column answered_at,
  drop column message;
comment on column cases.state is 'open: the bank must answer; waiting: for the customer, whose entry opens it again; closed: so does it.';
comment on column cases.due_at is 'Until when the bank must answer, or decide a dispute; null while nothing is due.';
comment on column cases.transaction_id is 'Of a customer who was signed in, their own. Of a visitor, and before cases, as typed.';
create index cases_due on cases (due_at, id) where due_at is not null;
create index cases_waiting on cases (id) where state = 'waiting';

create table case_files (
  -- Made by the caller: a repeat under the same id stores nothing.
  id        uuid         primary key,
  entry_id  uuid         not null references case_entries (id),
  name      text         not null,
  -- As the contents say.
  type      text         not null check (type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes     bytea        not null check (octet_length(bytes) between 1 and 5 * 1024 * 1024),
  added_at  timestamptz  not null
);
comment on table case_files is 'Files that belong to an entry of a case, of the customer or of the bank. Written once.';
-- These types are compressed already, and so the length is known without reading the bytes.
alter table case_files alter column bytes set storage external;
create index case_files_of_an_entry on case_files (entry_id);
create trigger case_files_are_written_once before update or delete or truncate on case_files
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant update (state, due_at) on cases to bank_app;
    grant select, insert on case_entries, case_files to bank_app;
  end if;
end
$$;
