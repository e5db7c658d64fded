-- The table settings has one owner, so the mark of the status mails gets a table of its own.

create table status_changes_notified (
  only_row        boolean     primary key default true check (only_row),
  -- Every status change booked before this moment, less two minutes for clocks that differ, is written about.
  notified_until  timestamptz not null
);
comment on table status_changes_notified is
  'Until when customers have been written to about changed statuses. Empty until the bank first looks for them.';

-- A process of the version before keeps its own mark, in settings, and moves both its mark and its mails in one transaction, as
-- this version does with this one. So both find every change, and the unique reason of a mail lets only one be written.
insert into status_changes_notified (notified_until)
select updated_at from settings where key = 'status_changes_told_until';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on status_changes_notified to bank_app;
  end if;
end
$$;
