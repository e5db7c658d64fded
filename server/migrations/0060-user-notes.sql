-- Notes of staff about a customer, and what the customer's timeline finds messages by.
set local lock_timeout = '5s';

create table user_notes (
  -- Made by the caller: a repeat under the same id writes nothing.
  id          uuid         primary key,
  user_id     uuid         not null references users (id),
  author_id   uuid         not null references users (id),
  text        text         not null,
  written_at  timestamptz  not null
);
comment on table user_notes is 'What staff wrote about a customer for each other. Written once.';
create index user_notes_about_a_user on user_notes (user_id, written_at);
create trigger user_notes_are_written_once before update or delete or truncate on user_notes
  for each statement execute function refuse_change();

create index support_messages_of_a_user on support_messages (user_id, created_at) where user_id is not null;
create index support_messages_from_an_address on support_messages (email, created_at) where user_id is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on user_notes to bank_app;
  end if;
end
$$;
