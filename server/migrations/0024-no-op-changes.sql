-- The table gets the name its rows have everywhere else: a no-op is the trade's word for a change that moves nothing.

alter table idle_changes rename to no_op_changes;
alter trigger idle_changes_are_written_once on no_op_changes rename to no_op_changes_are_written_once;
comment on table no_op_changes is
  'A change to the status a transaction had already: kept so that a late repeat of it is recognised as one.';

-- A process of the version before may still run: it reads and writes the table under its old name, and it recognises a
-- repeat by the name of the primary key, which therefore stays. A later version drops the view and renames the key.
create view idle_changes as select id, transaction_id, status, made_by, made_at from no_op_changes;
comment on view idle_changes is 'The table no_op_changes, for a process of the version before.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on idle_changes to bank_app;
  end if;
end
$$;
