-- Why staff moved money, beside the postings and outside of what is sealed: a posting of a customer writes nothing here, and the audit
-- log has the same reason in its chain.

create table posting_reasons (
  -- Written in the posting's own commit.
  posting_id  uuid  primary key,
  -- One line of 3 to 500 characters (code points).
  reason      text  not null check (char_length(reason) between 3 and 500 and reason !~ '[[:cntrl:]]'),
  -- What the act is known by outside the bank, such as the incoming payment of a funding; null without one.
  reference   text  check (char_length(reference) between 1 and 100 and reference !~ '[[:cntrl:]]')
);
comment on table posting_reasons is 'Why an administrator funded an account, took money back or set a status.';

create trigger posting_reasons_are_written_once before update or delete or truncate on posting_reasons
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on posting_reasons to bank_app;
  end if;
end
$$;
