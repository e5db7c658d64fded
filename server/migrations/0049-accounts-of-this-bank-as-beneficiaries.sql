-- An account of this bank is one beneficiary for the limit for new beneficiaries, whatever bank codes a payer writes beside it: its row
-- has number and bank alone. What was sent to the old rows is moved to it, so that it counts once. An old row stays, because the
-- bank in it may be another one, where the same number is another account.
insert into paid_beneficiaries (user_id, currency, beneficiary, first_paid_at, sent)
select p.user_id, p.currency, split_part(p.beneficiary, ' ', 1) || ' ' || split_part(p.beneficiary, ' ', 2),
       case when bool_and(p.first_paid_at is not null) then min(p.first_paid_at) end,
       case when bool_and(p.first_paid_at is not null) then sum(p.sent) else 0 end
  from paid_beneficiaries p
  join accounts a on a.number = split_part(p.beneficiary, ' ', 1)
 where p.beneficiary like '% % % %'
 group by 1, 2, 3;

update paid_beneficiaries p
   set sent = 0
  from accounts a
 where a.number = split_part(p.beneficiary, ' ', 1)
   and p.beneficiary like '% % % %';

comment on column paid_beneficiaries.beneficiary is
  'In lower case and without spaces: number and bank of an account of this bank; of one at another bank also SWIFT code and routing number; of a transfer without a beneficiary, its description.';
