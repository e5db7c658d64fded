-- The program works as bank_app, which cannot update or delete what is written once. Where the database's owner may
-- not make roles, the triggers alone keep that promise, and the program says so when it starts.
do $$
begin
  if not exists (select from pg_roles where rolname = 'bank_app') then
    create role bank_app nologin;
  end if;
  execute format('grant bank_app to %I', current_user);
exception when insufficient_privilege then
  raise notice 'The role bank_app could not be made: triggers alone protect the books.';
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    execute format('grant usage on schema %I to bank_app', current_schema());
    grant select on all tables in schema public to bank_app;
    grant insert on ledger_accounts, transactions, writers, batches, postings, entries, users, accounts, pins, sessions,
      sign_in_attempts, settings, audit_events, outgoing_mail, support_messages to bank_app;
    grant update on ledger_accounts, users, accounts, pins, sessions, sign_in_attempts, settings, audit_head,
      outgoing_mail to bank_app;
    grant update (status) on transactions to bank_app;
    grant delete on sessions, sign_in_attempts to bank_app;
  end if;
end
$$;
