-- What a transfer costs. Few transactions of an account were made at the same moment, so their order by id is sorted as they are read;
-- and what is in transit is added up from the few rows themselves. Both left four indexes that every transfer writes into.
drop index transactions_debits, transactions_credits, transactions_unsettled_debits, transactions_unsettled_credits;

create index transactions_debits  on transactions (debit_account_id, created_at)  where debit_account_id is not null;
create index transactions_credits on transactions (credit_account_id, created_at) where credit_account_id is not null;
create index transactions_unsettled_debits on transactions (debit_account_id, status, created_at)
  where status <> 'success' and debit_account_id is not null;
create index transactions_unsettled_credits on transactions (credit_account_id, status, created_at)
  where status <> 'success' and credit_account_id is not null;

-- Most customers have no guards. The row of the PIN, which the books lock and read anyway, says who has some. A guard is never deleted.
alter table pins add column has_guards boolean not null default false;
update pins p set has_guards = true where exists (select from guards g where g.user_id = p.user_id);

create function note_guard() returns trigger language plpgsql as $$
begin
  update pins set has_guards = true where user_id = new.user_id and not has_guards;
  return null;
end
$$;
create trigger guards_are_noted after insert on guards for each row execute function note_guard();
