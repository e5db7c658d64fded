-- Messages to support are answered in the bank: each has an owner among the staff, and the text of its answers.
set local lock_timeout = '5s';

alter table support_messages add column taken_by uuid references users (id);
comment on column support_messages.taken_by is 'The administrator who answers it; null while it is not taken. The audit log says since when.';

create table support_answers (
  -- Made by the caller: a repeat under the same id sends nothing.
  id           uuid         primary key,
  message_id   uuid         not null references support_messages (id),
  author_id    uuid         not null references users (id),
  text         text         not null,
  answered_at  timestamptz  not null
);
comment on table support_answers is 'What the bank answered to a message, which was mailed to its sender. Written once.';
create index support_answers_to_a_message on support_answers (message_id, answered_at);
create trigger support_answers_are_written_once before update or delete or truncate on support_answers
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant update (taken_by) on support_messages to bank_app;
    grant select, insert on support_answers to bank_app;
  end if;
end
$$;
