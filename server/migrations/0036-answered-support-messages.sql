-- An administrator marks a message to support as answered. Messages from before are open: nothing says which were answered.
set local lock_timeout = '5s';
alter table support_messages add column answered_at timestamptz;
comment on column support_messages.answered_at is 'When an administrator marked it as answered; null while it is open. The audit log says who did.';
create index support_messages_open on support_messages (id) where answered_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant update (answered_at) on support_messages to bank_app;
  end if;
end
$$;
