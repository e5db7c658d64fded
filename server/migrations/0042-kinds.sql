-- Every transaction has a kind (ledger/src/kinds.ts). Nearly all are transfers to other banks: as the default of the new column the
-- database keeps their kind once, and only the other rows are written.
alter table transactions
  add column kind          text not null default 'transfer',
  -- What the paying and the receiving side are told beside the beneficiary, by kind: the payer's name, the number of the customer's
  -- other account, the name of a pot, or what the sender wrote.
  add column debit_detail  text,
  add column credit_detail text;
alter table transactions alter column kind drop default;

comment on column transactions.debit_description is
  'What the paying side read before transactions had a kind. Sealed with these transactions; null on later ones.';
comment on column transactions.credit_description is
  'What the receiving side read before transactions had a kind. Sealed with these transactions; null on later ones.';

with others as (
  select t.id, t.made_by, t.source_ledger_account_id, t.beneficiary_name, t.debit_description, t.credit_description,
         source.kind as source_kind, destination.kind as destination_kind,
         payer.number as payer_number, payee.number as payee_number,
         payer.user_id is not distinct from payee.user_id as is_own,
         substring(coalesce(t.debit_description, t.credit_description) from '“(.*)”$') as pot,
         -- A closing has an id that is derived from the entry before it (RFC 9562 §5.8).
         substring(t.id::text from 15 for 1) = '8' and exists (
           select from entries e
            cross join lateral (
              select encode(sha256(convert_to(
                       'closing ' || t.made_by || ' ' || payer.number || ' ' || (e.seq - 1) || ' to ' || payee.number,
                       'UTF8')), 'hex') as digest) closing
            where e.ledger_account_id = t.source_ledger_account_id and e.posting_id = t.id
              and replace(t.id::text, '-', '') = substring(digest for 12) || '8' || substring(digest from 14 for 3)
                                                 || '8' || substring(digest from 18 for 3) || substring(digest from 21 for 12)
         ) as is_closing
    from transactions t
    join ledger_accounts source on source.id = t.source_ledger_account_id
    join ledger_accounts destination on destination.id = t.destination_ledger_account_id
    left join accounts payer on payer.id = t.debit_account_id
    left join accounts payee on payee.id = t.credit_account_id
   where t.beneficiary_name is null or t.credit_account_id is not null
)
update transactions t
   set kind = case
         when o.source_kind = 'settlement' then 'funding'
         when o.source_kind = 'pot' then 'pot_out'
         when o.destination_kind = 'pot' and o.debit_description like 'Rounded up %' then 'round_up'
         when o.destination_kind = 'pot' then 'pot_in'
         when o.destination_kind = 'settlement' then 'plain_transfer'
         when not o.is_own then 'transfer_inside'
         when o.is_closing then 'closing'
         else 'own_transfer'
       end,
       debit_detail = case
         when o.beneficiary_name is not null then null
         when o.destination_kind = 'pot' then o.pot
         when o.destination_kind = 'settlement' then o.debit_description
         when o.source_kind = 'customer' then o.payee_number
       end,
       credit_detail = case
         when o.beneficiary_name is not null then substring(o.credit_description from length('Transfer from ') + 1)
         when o.source_kind = 'pot' then o.pot
         when o.source_kind = 'customer' and o.destination_kind = 'customer' then o.payer_number
       end
  from others o
 where o.id = t.id;

drop trigger transactions_keep_their_facts on transactions;
create trigger transactions_keep_their_facts before update of id, kind, source_ledger_account_id,
  destination_ledger_account_id, in_transit_ledger_account_id, debit_account_id, credit_account_id, currency,
  amount_minor, debit_detail, credit_detail, debit_description, credit_description, first_status, beneficiary_name,
  beneficiary_account_number, beneficiary_bank_name, beneficiary_bank_address, beneficiary_swift_code,
  beneficiary_routing_number, made_by, created_at on transactions
  for each statement execute function refuse_change();
